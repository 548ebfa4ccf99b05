-- The reference update over 1,000,000 plain tables.
local sin = math.sin
local count = 1000000
local flakes = {}
for i = 1, count do
  flakes[i] = { y = i % 7, phase = i * 0.1, drift = 0, width = 1, fade = 0, age = 0, alive = true }
end
local function frame(dt, t)
  for i = 1, count do
    local f = flakes[i]
    if f.alive then
      f.drift = 8 * sin(t * 0.7 + f.phase)
      f.fade = f.age * 0.0001
      f.width = 2 + 0.5 * sin(t * 2 + f.phase)
      if f.y > 1e9 - 5 then f.alive = false end
    end
  end
end
dofile(arg[0]:match("^.*/") .. "measure.lua")(frame, count)
