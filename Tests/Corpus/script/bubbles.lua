-- Bubbles that rise from the sea floor. They start small, grow as the water above them grows less, sway, and pop at the
-- surface: `removed` is told why a flake went, and only those that were popped leave a ripple. Small ones are plain
-- flakes, large ones are rings from `bubble.png`; a copy of the script needs `--allow image`.

plugin {
  name = "bubbles",
  about = "Bubbles that rise, grow and pop",
  abi = 1,
  flakes = 500,
  imports = { "image" },
  fields = { size = 1, phase = 0, kind = 0 },
  params = {
    rate = { 9, min = 0, max = 60, step = 1, about = "bubbles a second" },
    vents = { 4, min = 1, max = 12, about = "places that they rise from" },
    current = { 2, min = -20, max = 20, step = 0.5, about = "sideways push, units/s" },
  },
}

local ring <const> = sprite("bubble.png")
local owed = 0

function frame(dt, t)
  owed = owed + params.rate * dt
  while owed >= 1 do
    owed = owed - 1
    local vent = math.random(params.vents)
    local x = (vent - 0.5) / params.vents * scene.width + noise(vent * 7.3) * 8
    local size = 0.8 + 5 * random() ^ 2
    spawn {
      x = x + random(-1, 1), y = scene.height + size, width = size * 0.5, size = size,
      sprite = size > 2 and ring or nil, phase = random(2 * pi), speed = -lerp(6, 13, size / 6),
      color = size > 3 and 0xE4F6FF or size > 1.5 and 0x8FD3F4 or 0x4C9CCB, alpha = 0.9, depth = 1 - size / 6,
    }
  end
end

function update(flake, dt, t)
  if flake.kind == 1 then return end
  local risen = 1 - clamp(flake.y / scene.height, 0, 1)
  flake.width = flake.size * lerp(0.5, 1.1, risen)
  flake.drift = params.current * risen * 2 + sin(t * 2 + flake.phase) * lerp(1, 4, risen)
  if flake.y < 2 + noise(flake.x * 0.1, t * 0.5) then flake:remove() end
end

-- A ripple is three flakes that run apart and fade; they are not bubbles, and so make no ripples.
function removed(flake, why)
  if why ~= "removed" or flake.kind == 1 then return end
  for side = -1, 1 do
    spawn {
      kind = 1, x = flake.x, y = flake.y, width = 0.8, height = 0.4, drift = side * 9,
      color = 0xFFFFFF, alpha = 0.9, fade = 1.6,
    }
  end
end
