-- Soft snow in depth: far flakes are small, slow and blue, near ones large, quick and warm. The wind comes in gusts
-- that go across the picture, each flake sways on its own, some glint for a moment, and all fade before the ground.

plugin {
  name = "snowfall",
  about = "Soft snow in depth, with wind that gusts",
  abi = 1,
  flakes = 4000,
  fields = { light = 0, pull = 0, phase = 0 },
  params = {
    amount = { 20, min = 0, max = 200, step = 2, about = "flakes on a thousand square units, more in a small picture" },
    speed = { 6.5, min = 1, max = 60, step = 0.5, about = "how fast the nearest fall, units/s" },
    size = { 3.6, min = 0.5, max = 12, step = 0.1, about = "how wide the nearest are, units" },
    wind = { 1, min = -30, max = 30, step = 0.5, about = "steady push to the right, units/s" },
    gusts = { 7, min = 0, max = 30, step = 0.5, about = "what gusts add to it at most, units/s" },
    glint = { 0.5, min = 0, max = 1, step = 0.05, about = "how much a flake lights up when it glints" },
  },
}

-- The air in slices, the farthest first: how many of a hundred flakes are there, how near it is, their opacity and
-- colour. A slice is one brightness, so that a frame needs few changes of colour.
local slices = {
  { share = 51, near = 0, light = 0.62, color = 0x86A4E0 },
  { share = 28, near = 0.22, light = 0.66, color = 0x9DB8EC },
  { share = 12.5, near = 0.38, light = 0.8, color = 0xC3D6FA },
  { share = 5.5, near = 0.68, light = 0.92, color = 0xF2F5FF },
  { share = 3, near = 1, light = 1, color = 0xFFFAF0 },
}

local width, height = scene.width, scene.height
-- The wind in each of these parts of the picture, from the left; gusts come from there.
local parts <const>, winds, parts_a_unit = 8, {}, 0
local target = 0 -- how many flakes there are to be, in this frame
local settled = 0 -- when all flakes have faded in that the last resize called for

-- A flake somewhere in the air.
local function birth()
  local place, slice = random(100), 1
  while place >= slices[slice].share and slice < #slices do
    place, slice = place - slices[slice].share, slice + 1
  end
  local near, light = slices[slice].near, slices[slice].light
  return spawn {
    x = random(width), y = random(height), depth = 1 - near, color = slices[slice].color, alpha = light, light = light,
    width = params.size * lerp(0.16, 1, near) * random(0.9, 1.1),
    speed = params.speed * lerp(0.25, 1, near) * random(0.8, 1.2),
    spin = near > 0.5 and random(-0.5, 0.5) or 0, rotation = random(pi),
    pull = lerp(0.3, 1, near) * random(0.8, 1.2), phase = random(2 * pi),
  }
end

-- How many the picture asks for. A small one looks empty with what fills a large one, and gets more.
local function wanted()
  local area = width * height
  local more = clamp((20000 / area) ^ 0.3, 1, 2)
  return math.min(params.amount * more * area / 1000, scene.capacity)
end

function init()
  width, height = scene.width, scene.height
  while scene.count < wanted() do birth() end
end

-- The flakes keep their places in the picture; what is too many or too few for its new size is made good.
function resize(new_width, new_height)
  for flake in flakes() do
    flake.x = flake.x * new_width / width
    flake.y = flake.y * new_height / height
  end
  width, height = new_width, new_height
  local rest, surplus = scene.count, scene.count - wanted()
  for flake in flakes() do
    if random(rest) < surplus then
      surplus = surplus - 1
      flake:remove()
    end
    rest = rest - 1
  end
  settled = scene.time + 1.1
  while scene.count < wanted() do birth().alpha = 0.01 end
end

function frame(_, t)
  -- What the wind took, and what a greater amount asks for, comes from above.
  target = wanted()
  while scene.count < target do birth().y = -random(4, height) end
  parts_a_unit = parts / width
  for part = -1, parts do
    local when = t - part / parts * width / 60
    winds[part] = params.wind + params.gusts * (noise(when * 0.16) + 0.5 * noise(when * 0.47, 7))
  end
end

function update(flake, _, t)
  local x, y = flake.x, flake.y
  local swing = sin(t * 0.75 + flake.phase)
  flake.drift = flake.pull * ((winds[x * parts_a_unit // 1] or winds[0]) + 1.4 * swing)

  -- What leaves on one side comes back on the other, and from the ground to the top, always out of sight.
  if x < 0 or x > width then
    local margin = flake.width + 1.5
    if x > width + margin then flake.x = -margin elseif x < -margin then flake.x = width + margin end
  end
  if y > height and scene.count > target then
    flake:remove()
  elseif y > height then
    flake.x, flake.y, flake.alpha = random(width), y - height - flake.width - 1.5, flake.light
  elseif y > height - 6 or t < settled then
    flake.alpha = math.max(flake.light * math.min((height - y) / 6, flake.age, 1), 0.01)
  elseif swing > 0.98 then
    flake.alpha = flake.light + math.max(params.glint * 100 * (swing - 0.99), 0)
  end
end
