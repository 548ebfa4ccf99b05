-- The update of four statements over an array of 100,000 structs.
local ffi = require("ffi")
ffi.cdef [[ typedef struct { float x, y, phase, speed, drift, width, alpha; } flake; ]]
local sin = math.sin
local count = 100000
local flakes = ffi.new("flake[?]", count)
for i = 1, count do
  local f = flakes[i - 1]
  f.x, f.y, f.phase, f.width, f.alpha = i % 320, i % 7, i * 0.1, 1, 1
end
local function frame(dt, t)
  for i = 0, count - 1 do
    local f = flakes[i]
    f.drift = 6 + 4 * sin(t + f.phase)
    f.speed = f.speed + dt
    f.width = 4 + f.phase * 0.01
    f.alpha = f.alpha * 0.9999
  end
end
dofile(arg[0]:match("^.*/") .. "measure.lua")(frame, count)
