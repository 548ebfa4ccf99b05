-- Fireflies over a dark meadow. Nothing here falls: a firefly steers by smooth noise, each along a line of its own
-- through the noise, and lights up in pulses. Those that are near one another slowly come to flash together.

plugin {
  name = "fireflies",
  about = "Fireflies that wander, glow, and fall into step",
  abi = 1,
  flakes = 120,
  fields = { phase = 0, lane = 0, rate = 1 },
  params = {
    count = { 60, min = 1, max = 120, about = "fireflies" },
    haste = { 7, min = 0, max = 40, step = 1, about = "how fast they wander, units/s" },
    harmony = { 0.3, min = 0, max = 4, step = 0.1, about = "how soon they flash together" },
  },
}

-- The mean of all phases, as a point within a circle, times their number.
local together_x, together_y = 0, 0

local function hatch()
  spawn {
    x = random(scene.width), y = random(scene.height * 0.2, scene.height),
    width = random(1, 2), color = 0xE8FF8A, alpha = 0.05,
    phase = random(2 * pi), lane = random(1000), rate = random(0.8, 1.2),
  }
end

function frame()
  while scene.count < math.min(params.count, scene.capacity) do hatch() end
  together_x, together_y = 0, 0
  for flake in flakes() do
    together_x, together_y = together_x + cos(flake.phase), together_y + sin(flake.phase)
  end
end

function update(flake, dt, t)
  local lane = flake.lane
  flake.drift = noise(t * 0.25, lane) * 2 * params.haste
  flake.speed = noise(t * 0.25, lane + 500) * 2 * params.haste

  -- Home again, before anyone is lost.
  if flake.x < 2 then flake.drift = params.haste elseif flake.x > scene.width - 2 then flake.drift = -params.haste end
  if flake.y < scene.height * 0.15 then
    flake.speed = params.haste
  elseif flake.y > scene.height - 1 then
    flake.speed = -params.haste
  end

  -- Each runs at its own rate, and leans towards the others by the sine of how far it is behind them.
  local phase = flake.phase
  local behind = together_y * cos(phase) - together_x * sin(phase)
  phase = phase + dt * (1.6 * flake.rate + params.harmony * behind / params.count)
  flake.phase = phase % (2 * pi)
  flake.alpha = 0.05 + 0.95 * math.max(sin(phase), 0) ^ 2
end
