-- Fireworks. A rocket is a flake that an animation carries up; the `done` of that animation lets it burst. Press space
-- or a digit for some of your own, or click where one is to burst.

plugin {
  name = "fireworks",
  about = "Rockets that burst in colours; space, digits and the mouse light them",
  abi = 1,
  flakes = 4000,
  fields = { drag = 0 },
  params = {
    every = { 0.8, min = 0.1, max = 20, step = 0.1, about = "time between rockets, s" },
    sparks = { 130, min = 10, max = 300, step = 5, about = "sparks in a burst" },
  },
}

local colors <const> = { 0xFF5C5C, 0xFFC24B, 0x7CFF8A, 0x63C7FF, 0xB98CFF, 0xFF8AD8, 0xFFF3C9 }
local next_rocket = 0

local function burst(rocket)
  local force, color = random(0.35, 0.7) * scene.height, colors[math.random(#colors)]
  for _ = 1, params.sparks do
    -- A point in a ball, seen from the side: most sparks are in the middle.
    local angle, push = random(2 * pi), force * math.sqrt(random())
    spawn {
      x = rocket.x, y = rocket.y, width = random(0.5, 1), drag = 1,
      drift = cos(angle) * push, speed = sin(angle) * push,
      color = random() < 0.2 and 0xFFFFFF or color, alpha = random(0.7, 1), fade = random(0.35, 0.6),
    }
  end
  rocket:remove()
end

local function launch(x, y)
  local rocket = spawn { x = x + random(-12, 12), y = scene.height, width = 0.7, height = 1.6, color = 0xFFE9B0 }
  if rocket then rocket:animate { x = x, y = y, duration = random(0.9, 1.4), ease = "cubic-out", done = burst } end
end

local function launch_anywhere()
  launch(random(0.1, 0.9) * scene.width, random(0.1, 0.5) * scene.height)
end

function frame(_, t)
  if t < next_rocket then return end
  next_rocket = t + params.every * random(0.4, 1.6)
  launch_anywhere()
end

function update(flake, dt)
  if flake.drag == 0 then return end
  -- The air brakes a spark, and gravity pulls it down.
  flake.drift, flake.speed = flake.drift * (1 - 1.3 * dt), flake.speed * (1 - 1.3 * dt) + 7 * dt
end

function key(name)
  for _ = 1, name == "space" and 1 or tonumber(name) or 0 do launch_anywhere() end
end

function mouse(x, y, button)
  if button == "left" then launch(x, y) end
end
