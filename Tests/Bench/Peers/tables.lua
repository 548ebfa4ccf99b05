-- The update of four statements over 100,000 plain tables.
local sin = math.sin
local flakes = {}
for i = 1, 100000 do
  flakes[i] = { x = i % 320, y = i % 7, phase = i * 0.1, speed = 0, drift = 0, width = 1, alpha = 1 }
end
local function frame(dt, t)
  for i = 1, #flakes do
    local f = flakes[i]
    f.drift = 6 + 4 * sin(t + f.phase)
    f.speed = f.speed + dt
    f.width = 4 + f.phase * 0.01
    f.alpha = f.alpha * 0.9999
  end
end
dofile(arg[0]:match("^.*/") .. "measure.lua")(frame, #flakes)
