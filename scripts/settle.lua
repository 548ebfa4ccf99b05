-- Snow that comes to rest, on the ground and on the letters of a text that stands there:
--     figlet hello | snowscript run settle --backdrop -
-- Near flakes settle where they meet a surface; far ones fall behind everything. The wind carries the flakes, and takes
-- what lies exposed. What lies melts the faster the more it is, so that the picture never fills.

plugin {
  name = "settle",
  about = "Snow that settles on letters and on the ground",
  abi = 1,
  flakes = 4000,
  fields = { pull = 0, phase = 0 },
  params = {
    amount = { 20, min = 0, max = 200, step = 2, about = "flakes on a thousand square units, more in a small picture" },
    speed = { 7, min = 1, max = 60, step = 0.5, about = "how fast the nearest fall, units/s" },
    size = { 2.6, min = 0.5, max = 8, step = 0.1, about = "how wide the nearest are, units" },
    wind = { 0, min = -30, max = 30, step = 0.5, about = "steady push to the right, units/s" },
    gusts = { 5, min = 0, max = 30, step = 0.5, about = "what gusts add to it at most, units/s" },
    snow = { 3, min = 0, max = 20, step = 0.5, about = "how deep the snow gets that lies, units" },
  },
}

-- The air in slices, the farthest first: how many of a hundred flakes are there, how near it is, their opacity and
-- colour. Flakes of the nearer ones settle.
local slices = {
  { share = 34, near = 0, light = 0.55, color = 0x7F9BD6 },
  { share = 26, near = 0.3, light = 0.66, color = 0x9DB8EC },
  { share = 22, near = 0.55, light = 0.85, color = 0xD4E1FC },
  { share = 13, near = 0.75, light = 0.95, color = 0xF0F4FF },
  { share = 5, near = 1, light = 1, color = 0xFFFFFF },
}
-- Flakes nearer than this settle.
local settling <const> = 0.5

local width, height = scene.width, scene.height
local wind = 0

-- A flake of one of the slices, at some height.
local function birth(y)
  local place, slice = random(100), 1
  while place >= slices[slice].share and slice < #slices do
    place, slice = place - slices[slice].share, slice + 1
  end
  local near = slices[slice].near
  spawn {
    x = random(width), y = y, depth = 1 - near, color = slices[slice].color, alpha = slices[slice].light,
    width = params.size * lerp(0.2, 1, near) * random(0.85, 1.15),
    speed = params.speed * lerp(0.3, 1, near) * random(0.85, 1.15),
    spin = near > 0.5 and random(-0.6, 0.6) or 0, rotation = random(pi),
    pull = lerp(0.3, 1, near) * random(0.8, 1.2), phase = random(2 * pi),
  }
end

-- How many the picture asks for. A small one looks empty with what fills a large one, and gets more.
local function wanted()
  local area = width * height
  return math.min(params.amount * clamp((20000 / area) ^ 0.3, 1, 2) * area / 1000, scene.capacity)
end

function init()
  width, height = scene.width, scene.height
  while scene.count < wanted() do birth(random(-height, height * 0.6)) end
end

function resize(new_width, new_height)
  for flake in flakes() do
    flake.x = flake.x * new_width / width
    flake.y = flake.y * new_height / height
  end
  width, height = new_width, new_height
end

function frame(_, t)
  local target = wanted()
  while scene.count < target do birth(-random(3, height)) end
  wind = params.wind + params.gusts * (noise(t * 0.13) + 0.5 * noise(t * 0.41, 7))
  local mean = scene.snow / width
  -- No deeper than that anywhere: between two letters a heap would hide them.
  snowpack {
    slope = 0.6,
    depth = math.min(2 * params.snow + 1, height / 2),
    melt = 0.12 * (mean / math.max(params.snow, 0.1)) ^ 2,
    blow = wind * 0.004,
  }
end

function update(flake, _, t)
  local x, y = flake.x, flake.y
  flake.drift = flake.pull * (wind + 1.4 * sin(t * 0.75 + flake.phase))
  -- What leaves on one side comes back on the other, out of sight.
  local margin = flake.width + 1
  if x > width + margin then flake.x = -margin elseif x < -margin then flake.x = width + margin end
  if flake.depth < settling and y >= ground(x, y) then settle(flake) elseif y > height then flake:remove() end
end
