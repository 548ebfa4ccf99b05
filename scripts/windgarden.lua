-- Seeds in a wind that you draw. Move the mouse through the picture: the air takes on its speed there, passes it on, and
-- comes to rest again. The air is a coarse grid of arrows, and a seed asks the nearest one.

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
local across, down = {}, {}
for cell = 0, columns * rows - 1 do across[cell], down[cell] = 0, 0 end

local last_x, last_y

-- The cell of a place, at the border for one outside.
local function cell(x, y)
  local column = clamp(x / scene.width * columns, 0, columns - 1) // 1
  local row = clamp(y / scene.height * rows, 0, rows - 1) // 1
  return row * columns + column
end

function mouse(x, y)
  if last_x then
    local here = cell(x, y)
    across[here] = clamp(across[here] + (x - last_x) * 4, -90, 90)
    down[here] = clamp(down[here] + (y - last_y) * 4, -90, 90)
  end
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
  local keep, lean = 1 - params.calm * dt, math.min(4 * dt, 0.5)
  for here = columns, columns * (rows - 1) - 1 do
    local x = (across[here - 1] + across[here + 1] + across[here - columns] + across[here + columns]) / 4
    local y = (down[here - 1] + down[here + 1] + down[here - columns] + down[here + columns]) / 4
    across[here] = lerp(across[here], x, lean) * keep
    down[here] = lerp(down[here], y, lean) * keep
  end
end

-- Eddies flow along the contour lines of a landscape of noise, so that no place gathers seeds and none runs empty.
local function eddy(x, y, t)
  local here = noise(x, y, t)
  return (noise(x, y + 0.1, t) - here) * 10, (here - noise(x + 0.1, y, t)) * 10
end

function update(flake, dt, t)
  local x, y, pull = flake.x, flake.y, flake.light
  local here = cell(x, y)
  local right, fall = eddy(x * 0.03, y * 0.03, t * 0.1)
  flake.drift = (across[here] + params.breeze + params.swirl * right) * pull
  flake.speed = (down[here] + params.swirl * fall) * pull
  flake.alpha = clamp(flake.age, 0.01, 1) * pull
  if x < -2 then flake.x = scene.width + 2 elseif x > scene.width + 2 then flake.x = -2 end
  if y < -2 then flake.y = scene.height + 2 elseif y > scene.height + 2 then flake.y = -2 end
end
