-- Soft snow in depth: far flakes are small, slow and dim, near ones large and quick. The wind comes in gusts,
-- each flake sways on its own, some glint for a moment, and all fade just before the ground.

plugin {
  name = "snowfall",
  about = "Soft snow in depth, with wind that gusts",
  abi = 1,
  flakes = 4000,
  fields = { near = 0, light = 0, sway = 0, rate = 0, phase = 0 },
  params = {
    amount = { 20, min = 0, max = 200, step = 2, about = "flakes on a thousand square units" },
    speed = { 9, min = 1, max = 60, step = 0.5, about = "how fast the nearest fall, units/s" },
    size = { 2.6, min = 0.5, max = 12, step = 0.1, about = "how wide the nearest are, units" },
    wind = { 1, min = -30, max = 30, step = 0.5, about = "steady push to the right, units/s" },
    gusts = { 4, min = 0, max = 30, step = 0.5, about = "what gusts add to it at most, units/s" },
    glint = { 0.5, min = 0, max = 1, step = 0.05, about = "how much a flake lights up when it glints" },
  },
}

local wind = 0
local width, height = 0, 0

-- Gives a flake its place in depth, and all that follows from it. Most are far: the third power sees to that.
local function dress(flake)
  local near = random() ^ 3
  flake.near = near
  flake.depth = 1 - near
  flake.width = params.size * lerp(0.35, 1, near)
  flake.speed = params.speed * lerp(0.25, 1, near) * random(0.85, 1.15)
  flake.light = lerp(0.4, 1, near)
  flake.sway = lerp(0.3, 1.6, near) * random(0.5, 1.5)
  flake.rate = random(0.4, 1.1)
  flake.phase = random(2 * pi)
  flake.color = near > 0.6 and 0xFFFFFF or near > 0.2 and 0xE4ECFA or 0xC8D6F0
end

-- As many flakes as the view's shape asks for, from anywhere in the air.
local function fill()
  local wanted = math.min(params.amount * scene.width * scene.height / 1000, scene.capacity)
  while scene.count < wanted do
    local flake = spawn { x = random(scene.width), y = random(scene.height), alpha = 0.01 }
    dress(flake)
  end
end

function init()
  width, height = scene.width, scene.height
  fill()
end

-- The flakes keep their places in the picture; what is too many or too few for its new size is made good.
function resize(new_width, new_height)
  local kept = params.amount * new_width * new_height / 1000 / math.max(scene.count, 1)
  for flake in flakes() do
    flake.x = flake.x * new_width / width
    flake.y = flake.y * new_height / height
    if random() > kept then flake:remove() end
  end
  width, height = new_width, new_height
  fill()
end

function frame(_, t)
  local gust = noise(t * 0.13) + 0.5 * noise(t * 0.41, 7)
  wind = params.wind + params.gusts * gust
end

function update(flake, _, t)
  local swing = t * flake.rate + flake.phase
  flake.drift = wind * lerp(0.3, 1, flake.near) + flake.sway * sin(swing)

  -- What leaves on one side comes back on the other, and from the ground to the top, always out of sight.
  local margin = flake.width
  if flake.x > scene.width + margin then
    flake.x = -margin
  elseif flake.x < -margin then
    flake.x = scene.width + margin
  end
  if flake.y > scene.height then
    flake.y = -margin
    flake.x = random(scene.width)
  end

  local glint = params.glint * clamp(40 * sin(swing * 0.7) - 39, 0, 1)
  local ground = smoothstep(scene.height, scene.height - 6, flake.y)
  flake.alpha = clamp((flake.light + glint) * ground * smoothstep(0, 1.5, flake.age), 0.01, 1)
end
