-- Confetti in bursts. Two cannons in the lower corners fire in turn; in between nothing is born at all. Paper is light:
-- drag takes its speed within a second, and then it flutters down, flipping.

plugin {
  name = "confetti",
  about = "Bursts of paper from both corners",
  abi = 1,
  flakes = 1500,
  fields = { phase = 0, tumble = 1 },
  params = {
    every = { 2.4, min = 0.3, max = 30, step = 0.1, about = "time between bursts, s" },
    pieces = { 130, min = 10, max = 600, step = 10, about = "pieces in a burst" },
    force = { 1.25, min = 0.2, max = 3, step = 0.05, about = "how hard the cannons fire" },
  },
}

local colors <const> = { 0xFF5964, 0xFFE74C, 0x35A7FF, 0x6BF178, 0xFF9F1C, 0xB892FF, 0xFFFFFF }
local side, next_burst = -1, 0

local function fire()
  side = -side
  local x = side < 0 and scene.width + 1 or -1
  for _ = 1, params.pieces do
    -- Aimed at the upper middle, in a cone; the reach grows with the picture.
    local angle = -pi * random(0.22, 0.46)
    local push = params.force * random(0.35, 1)
    spawn {
      x = x, y = scene.height,
      drift = side * cos(angle) * push * scene.width * 1.1, speed = sin(angle) * push * scene.height * 3.2,
      width = random(0.9, 1.8), height = random(0.7, 1.2),
      color = colors[math.random(#colors)],
      rotation = random(2 * pi), spin = random(-4, 4), phase = random(2 * pi), tumble = random(4, 9),
    }
  end
end

function frame(_, t)
  if t < next_burst then return end
  next_burst = t + params.every
  fire()
end

function update(flake, dt, t)
  local keep = 1 - 2 * dt
  local flutter = sin(t * 3 + flake.phase)
  flake.drift = flake.drift * keep + flutter * 12 * dt
  flake.speed = flake.speed * keep + 22 * dt
  flake.flip = flake.phase + flake.tumble * t
  -- It fades only once it is on its way down, near the ground.
  if flake.speed > 0 and flake.y > scene.height * 0.8 then flake.fade = 0.7 end
end

function key(name)
  if name == "space" then fire() end
end
