-- A fire just below the picture, and the embers that rise from it. An ember cools as it ages: its colour is looked up
-- by its age in a row of colours, from white heat to ash. Noise in space and time is the hot air that carries them.

plugin {
  name = "embers",
  about = "Embers that rise on hot air and cool",
  abi = 1,
  flakes = 900,
  fields = { span = 1, lift = 1 },
  params = {
    rate = { 70, min = 0, max = 300, step = 5, about = "embers a second on 80 units" },
    heat = { 15, min = 2, max = 60, step = 1, about = "how fast they rise, units/s" },
    swirl = { 16, min = 0, max = 60, step = 1, about = "how far the air throws them, units/s" },
  },
}

local cooling <const> = { 0xFFF6D8, 0xFFE08A, 0xFFB347, 0xFF7E28, 0xE8501A, 0xA83214, 0x5E2418 }
local owed = 0

function frame(dt)
  owed = owed + params.rate * scene.width / 80 * dt
  while owed >= 1 do
    owed = owed - 1
    -- The mean of two draws: more of them in the middle, where the fire is hottest.
    local x = (random(scene.width) + random(scene.width)) / 2
    local span = random(1.2, 3.6)
    spawn {
      x = x, y = scene.height + 1, width = random(0.5, 1.3), span = span, lift = random(0.6, 1.2),
      life = span, depth = random(),
    }
  end
end

function update(flake, dt, t)
  local spent = flake.age / flake.span
  flake.color = cooling[clamp(spent * #cooling, 0, #cooling - 1) // 1 + 1]
  flake.alpha = clamp(1.2 - spent, 0.02, 1)
  flake.speed = -params.heat * flake.lift * (1.1 - 0.5 * spent)
  flake.drift = params.swirl * noise(flake.x * 0.04, flake.y * 0.05 - t * 0.5, t * 0.3)
end
