-- Seeds in a wind that you draw. Move the mouse through the picture: the air takes on its speed there, passes it on,
-- and comes to rest. The air is a coarse grid of arrows, and a seed asks the nearest one.

plugin {
  name = "windgarden",
  about = "Seeds in a wind that the mouse draws",
  abi = 1,
  flakes = 1200,
  fields = { light = 0 },
  params = {
    seeds = { 420, min = 10, max = 1200, step = 10, about = "seeds" },
    breeze = { 5, min = -40, max = 40, step = 1, about = "wind where nobody stirs it, units/s" },
    swirl = { 9, min = 0, max = 40, step = 1, about = "eddies in it, units/s" },
    calm = { 0.7, min = 0.1, max = 5, step = 0.1, about = "how soon stirred air comes to rest" },
  },
}

local columns <const>, rows <const> = 16, 10
local across, down, last_x, last_y = {}, {}
for cell = 0, columns * rows - 1 do across[cell], down[cell] = 0, 0 end

-- The cell of a place, at the border for one outside.
local function cell(x, y)
  local column, row = x / scene.width * columns // 1, y / scene.height * rows // 1
  return clamp(row, 0, rows - 1) * columns + clamp(column, 0, columns - 1)
end

function mouse(x, y)
  local here = cell(x, y)
  across[here] = clamp(across[here] + (x - (last_x or x)) * 4, -90, 90)
  down[here] = clamp(down[here] + (y - (last_y or y)) * 4, -90, 90)
  last_x, last_y = x, y
end

function frame(dt)
  while scene.count < math.min(params.seeds, scene.capacity) do
    local near = random()
    spawn {
      x = random(scene.width), y = random(scene.height), width = lerp(0.4, 1.3, near), light = lerp(0.35, 1, near),
      color = near > 0.6 and 0xFFF4D6 or near > 0.25 and 0xD7E3A8 or 0x8FB07A, depth = 1 - near, alpha = 0.01,
    }
  end
  -- Each arrow leans towards its neighbours' mean, and all of them to rest.
  for _, arrows in ipairs { across, down } do
    for here = columns, columns * (rows - 1) - 1 do
      local mean = (arrows[here - 1] + arrows[here + 1] + arrows[here - columns] + arrows[here + columns]) / 4
      arrows[here] = lerp(arrows[here], mean, math.min(4 * dt, 0.5)) * (1 - params.calm * dt)
    end
  end
end

function update(flake, dt, t)
  -- Eddies flow along the contour lines of a landscape of noise, so that no place gathers seeds and none runs empty.
  local x, y, time, wind = flake.x * 0.03, flake.y * 0.03, t * 0.1, cell(flake.x, flake.y)
  local here, right, below = noise(x, y, time), noise(x + 0.1, y, time), noise(x, y + 0.1, time)
  flake.drift = (across[wind] + params.breeze + params.swirl * 10 * (below - here)) * flake.light
  flake.speed = (down[wind] + params.swirl * 10 * (here - right)) * flake.light
  flake.alpha = clamp(flake.age, 0.01, 1) * flake.light
  flake.x, flake.y = (flake.x + 2) % (scene.width + 4) - 2, (flake.y + 2) % (scene.height + 4) - 2
end
