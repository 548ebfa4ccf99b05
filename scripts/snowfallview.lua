-- A fixed number of flakes of all sizes falls and turns about the vertical axis for ever. Each has its own height to
-- start from, out of sight, and its own time to fall, so that no two stay together. A copy needs `--allow image`.

plugin {
  name = "snowfallview",
  about = "Large flakes that fall and turn for ever",
  abi = 1,
  view = { width = 768 },
  flakes = 2000,
  imports = { "image" },
  fields = { start = 0, fall = 0 },
  params = {
    count = { 300, min = 1, max = 2000, step = 10, about = "flakes" },
    width = { 40, min = 1, max = 200, about = "width of the largest, units" },
    height = { 46, min = 1, max = 200, about = "height of the largest, units" },
    smallest = { 0.4, min = 0.05, max = 1, step = 0.05, about = "size of the smallest, as a share of the largest" },
    quickest = { 6, min = 1, max = 60, about = "shortest fall, s" },
    slowest = { 12, min = 1, max = 60, about = "longest fall, s" },
    turn = { 6, min = 0.5, max = 60, about = "slowest turn, s" },
  },
}

local picture = sprite("crystal.png")

-- Both ends of the way are out of sight, so the jump from one to the other does not show.
local function fall(flake)
  local ground = scene.height + flake.height / 2
  flake:animate { y = ground, from = { y = flake.start }, duration = flake.fall, ease = "linear", times = math.huge }
end

local function launch()
  local size = random(params.smallest, 1)
  local width, height = params.width * size, params.height * size
  -- The left edge is anywhere from just outside the left border to just outside the right one.
  local left = random(scene.width + width) - width
  local flake = spawn {
    sprite = picture, x = left + width / 2, width = width, height = height, depth = 1 - size,
    alpha = lerp(0.5, 1, size), color = size > 0.8 and 0xFFFFFF or size > 0.6 and 0xC4D4F4 or 0x86A4DC,
    start = -height / 2 - random(1.5 * scene.height), fall = random(params.quickest, params.slowest),
  }
  fall(flake)
  flake:animate { flip = 2 * pi, duration = params.turn * random(0.25, 1), ease = "linear", times = math.huge }
end

function init()
  for _ = 1, math.min(params.count, scene.capacity) do launch() end
end

-- The rest of the way first, in the time that is left for it; then for ever again.
function resize()
  for flake in flakes() do
    local ground = scene.height + flake.height / 2
    local left = clamp((ground - flake.y) / (ground - flake.start), 0, 1)
    flake:animate { y = ground, duration = flake.fall * left, ease = "linear", done = "again" }
  end
end

function again(flake) fall(flake) end
