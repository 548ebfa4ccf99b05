-- A hundred thousand flakes in a gale. Nobody could call a function for each of them sixty times a second: the host
-- reads `update` once, and makes a program of it that works on all flakes side by side. Try a million:
--
--   snowscript run blizzard --flakes 1000000

plugin {
  name = "blizzard",
  about = "A hundred thousand flakes in a gale",
  abi = 1,
  flakes = 100000,
  fields = { near = 0 },
  params = {
    wind = { 30, min = -60, max = 60, step = 2, about = "how hard it blows, units/s" },
    fall = { 8, min = 1, max = 40, step = 1, about = "how fast flakes fall, units/s" },
    swirl = { 12, min = 0, max = 40, step = 1, about = "how far gusts reach, units/s" },
  },
}

local pace = 1 / 60  -- seconds a step, on the average

-- Far flakes first: flakes are drawn in the order of their birth, so near ones are seen before far ones.
local function birth(near)
  spawn {
    x = random(scene.width), y = random(scene.height), life = 1e9, near = near,
    width = 0.2 + 0.5 * near ^ 6, alpha = 0.05 + 0.95 * near ^ 14, color = 0xDCE8FF,
  }
end

function frame(dt, t)
  -- Not all in one frame: no frame shall be late for it.
  for _ = 1, math.min(scene.capacity - scene.count, 10000) do
    birth(scene.count / scene.capacity)
  end
  pace = pace + (dt - pace) * 0.05
  text(1, 1, string.format("%d flakes, %.0f steps a second", scene.count, 1 / pace), { color = 0x8FA8C8 })
end

-- A small function such as this one becomes a part of the program.
local function wrapped(place, size) return place - size * math.floor(place / size) end

function update(flake, dt, t)
  local x, y, near = flake.x, flake.y, 0.3 + 0.7 * flake.near
  -- Gusts go across the picture and carry all that is in them up and down.
  local gust = sin(0.045 * x - 2.1 * t) + 0.6 * sin(0.11 * x + 0.07 * y - 3.4 * t)
  local drift = near * (params.wind + params.swirl * sin(0.08 * y + 0.9 * t))
  local speed = near * (params.fall + params.swirl * gust)
  flake.drift, flake.speed = drift, speed

  -- What would leave on one side in this step comes in on the other.
  flake.x = wrapped(x + drift * dt, scene.width) - drift * dt
  flake.y = wrapped(y + speed * dt, scene.height) - speed * dt
end
