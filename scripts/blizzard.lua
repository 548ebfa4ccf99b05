-- A hundred thousand flakes in a gale. Nobody could call a function for each of them sixty times a second: the host
-- reads `update` once, and makes a program of it that works on all flakes side by side. Try a million:
--
--   snowscript run blizzard --flakes 1000000

plugin {
  name = "blizzard",
  about = "A hundred thousand flakes in a gale",
  abi = 1,
  flakes = 100000,
  fields = { near = 0, phase = 0 },
  params = {
    wind = { 26, min = -60, max = 60, step = 2, about = "how hard it blows, units/s" },
    fall = { 9, min = 1, max = 40, step = 1, about = "how fast flakes fall, units/s" },
    swirl = { 10, min = 0, max = 40, step = 1, about = "how far gusts reach, units/s" },
  },
}

local pace = 1 / 60  -- seconds a frame, on the average

-- Far flakes first: flakes are drawn in the order of their birth, so near ones are seen before far ones.
local function birth(near)
  spawn {
    x = random(scene.width), y = random(scene.height), life = 1e9,
    near = near, phase = random(2 * pi),
    width = 0.3 + 0.6 * near ^ 8, alpha = 0.06 + 0.94 * near ^ 12, color = 0xDCE8FF,
  }
end

function frame(dt, t)
  -- Not all in one frame: no frame shall be late for it.
  for _ = 1, math.min(scene.capacity - scene.count, 4000) do
    birth(scene.count / scene.capacity)
  end
  pace = pace + (dt - pace) * 0.05
  text(1, 1, string.format("%d flakes, %.0f frames a second", scene.count, 1 / pace), { color = 0x8FA8C8 })
end

function update(flake, dt, t)
  local x, y = flake.x, flake.y
  local near = 0.35 + 0.65 * flake.near
  -- Two waves that cross: where they meet, the snow is gathered into veils.
  local gust = sin(x * 0.05 + y * 0.03 - t * 1.7) + sin(y * 0.09 - x * 0.02 + t * 0.9)
  flake.drift = near * (params.wind + params.swirl * gust)
  flake.speed = near * params.fall + 0.4 * params.swirl * sin(x * 0.06 - t * 1.3 + 0.3 * flake.phase)

  -- What leaves on one side comes in on the other.
  if x > scene.width then flake.x = x - scene.width elseif x < 0 then flake.x = x + scene.width end
  if y > scene.height then flake.y = y - scene.height elseif y < 0 then flake.y = y + scene.height end
end
