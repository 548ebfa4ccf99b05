-- Soft snow in depth: far flakes are small, slow and dim, near ones large and quick. The wind comes in gusts,
-- each flake sways on its own, some glint for a moment, and all fade just before the ground.

plugin {
  name = "snowfall",
  about = "Soft snow in depth, with wind that gusts",
  abi = 1,
  flakes = 4000,
  fields = { light = 0, pull = 0, sway = 0, rate = 0, phase = 0 },
  params = {
    amount = { 20, min = 0, max = 200, step = 2, about = "flakes on a thousand square units" },
    speed = { 9, min = 1, max = 60, step = 0.5, about = "how fast the nearest fall, units/s" },
    size = { 2.6, min = 0.5, max = 12, step = 0.1, about = "how wide the nearest are, units" },
    wind = { 1, min = -30, max = 30, step = 0.5, about = "steady push to the right, units/s" },
    gusts = { 4, min = 0, max = 30, step = 0.5, about = "what gusts add to it at most, units/s" },
    glint = { 0.5, min = 0, max = 1, step = 0.05, about = "how much a flake lights up when it glints" },
  },
}

local width, height = scene.width, scene.height
local wind = 0

-- A flake somewhere in the air. How near it is decides all the rest; most are far, the third power sees to that.
local function birth()
  local near = random() ^ 3
  spawn {
    x = random(width),
    y = random(height),
    depth = 1 - near,
    width = params.size * lerp(0.35, 1, near),
    speed = params.speed * lerp(0.25, 1, near) * random(0.85, 1.15),
    light = lerp(0.4, 1, near),
    pull = lerp(0.3, 1, near),
    sway = lerp(0.3, 1.6, near) * random(0.5, 1.5),
    rate = random(0.4, 1.1),
    phase = random(2 * pi),
    color = near > 0.6 and 0xFFFFFF or near > 0.2 and 0xE4ECFA or 0xC8D6F0,
    alpha = 0.01,
  }
end

-- As many flakes as a picture of this size asks for.
local function fill()
  width, height = scene.width, scene.height
  local wanted = math.min(params.amount * width * height / 1000, scene.capacity)
  while scene.count < wanted do birth() end
end

function init() fill() end

-- The flakes keep their places in the picture; what is too many or too few for its new size is made good.
function resize(new_width, new_height)
  local kept = params.amount * new_width * new_height / 1000 / math.max(scene.count, 1)
  for flake in flakes() do
    flake.x = flake.x * new_width / width
    flake.y = flake.y * new_height / height
    if random() > kept then flake:remove() end
  end
  fill()
end

function frame(_, t)
  wind = params.wind + params.gusts * (noise(t * 0.13) + 0.5 * noise(t * 0.41, 7))
end

function update(flake, _, t)
  local swing = sin(t * flake.rate + flake.phase)
  flake.drift = wind * flake.pull + flake.sway * swing

  -- What leaves on one side comes back on the other, and from the ground to the top, always out of sight.
  local x, y, margin = flake.x, flake.y, flake.width
  if x > width + margin then
    flake.x = -margin
  elseif x < -margin then
    flake.x = width + margin
  end
  if y > height then
    flake.y = -margin
    flake.x = random(width)
  end

  local alpha = flake.light
  if swing > 0.99 then alpha = alpha + params.glint * 100 * (swing - 0.99) end
  if y > height - 6 then alpha = alpha * (height - y) / 6 end
  if flake.age < 1 then alpha = alpha * flake.age end
  flake.alpha = math.max(alpha, 0.01)
end
