-- A small snowfall. Play it, change it, save it: the next frame runs what you wrote, on the flakes that are falling.

plugin {
  name = "start",
  about = "A small snowfall",
  flakes = 400, -- the most in the air at once
  fields = { phase = 0 }, -- a number of our own on every flake
  params = { -- numbers to change from outside, as in: --set wind=12
    amount = { 40, min = 0, max = 200, step = 5, about = "flakes born in a second" },
    wind = { 3, min = -30, max = 30, about = "push to the right, units/s" },
  },
}

-- Makes a flake at a height. A unit is as wide as a character and half as high; y grows downwards from the top.
local function birth(y)
  local near = random() -- 0 far away, 1 right before us
  spawn {
    x = random(scene.width),
    y = y,
    width = lerp(0.8, 3, near),
    speed = lerp(3, 9, near), -- units a second, down
    depth = 1 - near, -- far flakes are drawn first
    color = near > 0.5 and 0xFFFFFF or 0x9DB8EC,
    spin = random(-1, 1),
    phase = random(2 * pi),
  }
end

-- Called once, before the first frame: the air is full of flakes from the start.
function init()
  for _ = 1, params.amount * 6 do birth(random(scene.height)) end
end

-- Called in each frame. dt is the time since the last one, t since the first, both in seconds.
function frame(dt, t)
  state.due = (state.due or 0) + params.amount * dt
  while state.due >= 1 do
    state.due = state.due - 1
    birth(-2)
  end
end

-- Called in each frame for every flake. What falls out of the picture is removed by itself.
---@param flake Flake
function update(flake, dt, t)
  flake.drift = params.wind + 2 * sin(t + flake.phase)
  if flake.x < -2 then flake.x = scene.width + 2 end
  if flake.x > scene.width + 2 then flake.x = -2 end
end
