-- One flake is born with each frame. It is eased to a place on the ground, turning half round and fading on its
-- way, and is gone when it arrives. Nothing runs while it falls: `animate` is told once where it shall be.
--
-- `snowscript show falling.lua`, `flake.png` and `dusk.png` print what it is made of; a copy needs `--allow image`.

plugin {
  name = "falling",
  about = "Flakes eased to the ground, turning and fading",
  abi = 1,
  view = { width = 320 },
  flakes = 2000,
  imports = { "image" },
  params = {
    count = { 250, min = 1, max = 2000, step = 10, about = "flakes in the air at most" },
    narrowest = { 5, min = 1, max = 100, about = "least width, units" },
    widest = { 19, min = 1, max = 100, about = "greatest width, units" },
    quickest = { 5, min = 1, max = 60, about = "shortest fall, s" },
    slowest = { 14, min = 1, max = 60, about = "longest fall, s" },
    above = { 99, min = 0, max = 1000, about = "how far above the view a flake may start, units" },
    faded = { 0.3, min = 0.01, max = 1, step = 0.05, about = "opacity on arrival" },
  },
}

local picture = sprite("flake.png")
backdrop("dusk.png")

-- A whole number from one to the other, whichever is greater.
local function between(a, b)
  return math.random(math.min(a, b), math.max(a, b))
end

function frame()
  if scene.count >= params.count then return end
  local width = between(params.narrowest, params.widest)
  local near = width / math.max(params.narrowest, params.widest)
  local flake = spawn {
    x = random(scene.width),
    y = -between(0, params.above),
    width = width,
    depth = 1 - near,
    sprite = picture,
    color = near > 0.75 and 0xFFFFFF or near > 0.5 and 0xC4D4F4 or 0x86A4DC,
  }
  flake:animate {
    x = random(scene.width),
    y = scene.height,
    rotation = pi,
    alpha = params.faded,
    duration = between(params.quickest, params.slowest),
    ease = "in-out",
    done = "remove",
  }
end
