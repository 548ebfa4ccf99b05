-- A flight through stars. The stars live in three dimensions; the picture is their shadow: a star at depth z stands at
-- x / z and y / z from the middle, so that it crawls while it is far, and rushes past when it is near.

plugin {
  name = "starfield",
  about = "A flight through stars",
  abi = 1,
  flakes = 1200,
  fields = { a = 0, b = 0, z = 1 },
  params = {
    stars = { 260, min = 10, max = 1200, step = 10, about = "stars" },
    speed = { 0.16, min = -2, max = 2, step = 0.02, about = "how fast the ship flies" },
    roll = { 0.05, min = -1, max = 1, step = 0.01, about = "how fast it rolls, radians/s" },
  },
}

local colors <const> = { 0xFFFFFF, 0xFFFFFF, 0xBFD4FF, 0xFFE2B8, 0xFFCFCF }

-- Off the line of flight: a star straight ahead would seem to stand still and then hit.
local function place(flake, z)
  local angle, distance = random(2 * pi), random(0.06, 1)
  flake.a, flake.b, flake.z = cos(angle) * distance, sin(angle) * distance, z
end

function frame()
  while scene.count < math.min(params.stars, scene.capacity) do
    place(spawn { color = colors[math.random(#colors)], alpha = 0.01 }, random(0.05, 1))
  end
end

function update(flake, dt)
  local z = flake.z - params.speed * dt
  local turn = params.roll * dt
  local a, b = flake.a - flake.b * turn, flake.b + flake.a * turn
  local middle_x, middle_y = scene.width / 2, scene.height / 2
  local x, y = middle_x + a / z * middle_x, middle_y + b / z * middle_x

  if z < 0.04 or math.abs(x - middle_x) > middle_x + 4 or math.abs(y - middle_y) > middle_y + 4 then
    place(flake, params.speed < 0 and random(0.1, 0.3) or 1)
    flake.alpha = 0.01
    return
  end
  flake.a, flake.b, flake.z = a, b, z
  flake.x, flake.y = x, y
  flake.width = clamp(0.16 / z, 0.4, 3.4)
  flake.alpha = clamp((1.05 - z) * 1.3, 0.05, 1)
  flake.depth = z
end
