-- Characters that run down the screen. Here a flake stays where it is: the head of a column leaves one behind in each
-- cell, and all that a flake does is to change from white to green and fade. The glyph is what is seen of it.

plugin {
  name = "matrix",
  about = "Characters that run down the screen and fade",
  abi = 1,
  flakes = 6000,
  params = {
    density = { 0.55, min = 0.05, max = 2, step = 0.05, about = "runs in each column at once" },
    speed = { 13, min = 2, max = 60, step = 1, about = "cells a second" },
    trail = { 1.5, min = 0.2, max = 6, step = 0.1, about = "time until a character has faded, s" },
  },
}

-- Half-width katakana, digits and a few signs: all of them one cell wide.
local letters = {}
for code = 0xFF66, 0xFF9D do letters[#letters + 1] = utf8.char(code) end
for letter in ("0123456789:.=*+-<>|"):gmatch(".") do letters[#letters + 1] = letter end

-- The runs: plain tables in `state`, which outlive a save.
state.runs = state.runs or {}

local function wanted()
  return math.floor(scene.width * params.density)
end

local function start(run, row)
  run.column, run.row, run.pace = math.random(0, scene.width // 1 - 1), row, random(0.5, 1.2)
  return run
end

function frame(dt)
  local runs = state.runs
  while #runs < wanted() do runs[#runs + 1] = start({}, -random(scene.height)) end
  while #runs > wanted() do runs[#runs] = nil end
  for _, run in ipairs(runs) do
    local before = run.row // 1
    run.row = run.row + params.speed * run.pace * dt
    -- A cell is one unit wide and two high; its flake stands in its middle.
    for row = before + 1, run.row // 1 do
      if row >= 0 then
        local flake = spawn {
          x = run.column + 0.5, y = row * 2 + 1, glyph = letters[math.random(#letters)],
          color = 0xE8FFE8, life = params.trail,
        }
        if flake then
          flake:animate { color = 0x00C853, duration = 0.25, ease = "linear" }
          flake:animate { alpha = 0.12, duration = params.trail, ease = "quad-in" }
        end
      end
    end
    if run.row * 2 > scene.height then start(run, -random(8)) end
  end
end
