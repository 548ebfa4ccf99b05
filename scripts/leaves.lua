-- Autumn leaves. Each swings as it sinks and turns about its stem (`flip`), so that its paler back is seen for half the
-- time. On the ground it lies flat and fades, unless a gust whirls it up again. `color` tints the one grey picture,
-- `leaf.png`; a copy of the script needs `--allow image`.

plugin {
  name = "leaves",
  about = "Autumn leaves that swing, turn, and are whirled up again",
  abi = 1,
  view = { width = 160 },
  flakes = 400,
  imports = { "image" },
  fields = { kind = 1, phase = 0, turn = 1, floor = 0 },
  params = {
    amount = { 5, min = 0, max = 30, step = 0.5, about = "leaves that come off in a second" },
    wind = { 3, min = -40, max = 40, step = 1, about = "steady push to the right, units/s" },
    gusts = { 40, min = 0, max = 120, step = 5, about = "what a gust adds to it, units/s" },
  },
}

local picture <const> = sprite("leaf.png")
local fronts <const> = { 0xF2B632, 0xE8862A, 0xD4552A, 0xB5352B, 0xC99A3A, 0x93A23C }
local backs <const> = { 0xC9A860, 0xBE8A58, 0xB27658, 0x9C5F52, 0xA8925E, 0x84896A }
local sink <const> = 13
local gust = 0

local function come_off(y)
  local near, kind = random(), math.random(#fronts)
  spawn {
    x = random(scene.width), y = y, floor = scene.height - lerp(16, 3, near),
    sprite = picture, width = lerp(6, 15, near), depth = 1 - near, kind = kind, color = fronts[kind],
    phase = random(2 * pi), turn = random(0.8, 2.2), alpha = lerp(0.75, 1, near), speed = sink,
  }
end

function init()
  for _ = 1, 8 * params.amount do come_off(random(-8, scene.height)) end
end

function frame(dt, t)
  if random() < params.amount * dt then come_off(-8) end
  -- Most of the time there is no gust: only what is well above the mean of the noise counts.
  gust = params.gusts * smoothstep(0.1, 0.5, noise(t * 0.23, 4))
end

function update(leaf, dt, t)
  if leaf.y >= leaf.floor then
    leaf.speed, leaf.drift, leaf.height, leaf.fade = 0, 0, leaf.width * 0.4, 0.04
    if leaf.alpha < 0.5 or random() > gust * 0.03 * dt then return end
    leaf.y, leaf.speed, leaf.height, leaf.fade = leaf.floor - 0.1, -random(20, 60), leaf.width, 0
  end
  -- Quickest in the middle of a swing, nearly still at its ends; what a gust gave is lost little by little.
  local swing = t * 1.8 * leaf.turn + leaf.phase
  leaf.speed = lerp(leaf.speed, sink * (0.3 + 1.4 * cos(swing) ^ 2), 1.5 * dt)
  leaf.drift = lerp(leaf.drift, params.wind + gust + 22 * cos(swing), 2 * dt)
  leaf.rotation = 0.7 * sin(swing)
  leaf.flip = leaf.flip + leaf.turn * dt
  if cos(leaf.flip) < 0 then leaf.color = backs[leaf.kind] else leaf.color = fronts[leaf.kind] end
  if leaf.x > scene.width + 9 then leaf.x = -8 elseif leaf.x < -9 then leaf.x = scene.width + 8 end
end
