-- Slanting rain that splashes. Two kinds of flake share one `update`: a field of their own, `kind`, tells them apart.
-- A drop is a narrow, high flake, turned to lie along its path; what it throws up on the ground falls back by gravity.

plugin {
  name = "rain",
  about = "Slanting rain that splashes on the ground",
  abi = 1,
  flakes = 1500,
  fields = { kind = 0, ground = 0 },
  params = {
    amount = { 1, min = 0, max = 6, step = 0.1, about = "drops a second for each unit of width" },
    wind = { -9, min = -40, max = 40, step = 1, about = "sideways push, units/s" },
    speed = { 46, min = 10, max = 120, step = 2, about = "how fast drops fall, units/s" },
  },
}

local drop <const>, droplet <const> = 1, 2
local gravity <const> = 60
local owed = 0

local function fall()
  local near = random()
  local speed = params.speed * lerp(0.7, 1.1, near)
  local ground = scene.height - lerp(5, 0.5, near)
  local drift = params.wind * lerp(0.7, 1.1, near)
  -- It starts as far upwind as it will be carried, so that both edges of the ground get wet.
  spawn {
    kind = drop, ground = ground,
    x = random(scene.width) - drift * ground / speed * random(), y = -3,
    width = 0.3, height = lerp(2, 3.6, near), rotation = -math.atan(drift, speed),
    speed = speed, drift = drift,
    alpha = lerp(0.3, 0.8, near), depth = 1 - near, color = 0x9CC4F0,
  }
end

local function splash(x, y, light)
  for _ = 1, math.random(2, 4) do
    spawn {
      kind = droplet, ground = y, x = x, y = y - 0.2, width = 0.5, color = 0xCFE6FF, alpha = light,
      speed = -random(6, 15), drift = random(-8, 8) + params.wind * 0.2, fade = 1,
    }
  end
end

function frame(dt)
  -- A rate becomes whole drops: what is owed and not yet whole waits for the next frame.
  owed = owed + params.amount * scene.width * dt
  while owed >= 1 do
    owed = owed - 1
    fall()
  end
end

function update(flake, dt)
  if flake.kind == droplet then flake.speed = flake.speed + gravity * dt end
  if flake.y < flake.ground then return end
  local x, y, light, was = flake.x, flake.ground, flake.alpha, flake.kind
  flake:remove()
  if was == drop then splash(x, y, light) end
end
