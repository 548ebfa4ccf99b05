-- The reference update over an array of 1,000,000 structs.
local ffi = require("ffi")
ffi.cdef [[ typedef struct { float y, phase, drift, width, fade, age; bool alive; } flake; ]]
local sin = math.sin
local count = 1000000
local flakes = ffi.new("flake[?]", count)
for i = 1, count do
  local f = flakes[i - 1]
  f.y, f.phase, f.width, f.alive = i % 7, i * 0.1, 1, true
end
local function frame(dt, t)
  for i = 0, count - 1 do
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
