-- What LÖVE's own particles take for a step, without a script for each: they fall, drift, turn, change size and fade.
local count = 100000

function love.load()
  local image = love.graphics.newImage(love.image.newImageData(1, 1))
  local snow = love.graphics.newParticleSystem(image, count)
  snow:setParticleLifetime(1e6)
  snow:setEmissionRate(0)
  snow:setSpeed(8, 30)
  snow:setLinearAcceleration(-1, 0, 1, 1)
  snow:setSpin(-1, 1)
  snow:setSizes(1, 2, 1)
  snow:setColors(1, 1, 1, 1, 1, 1, 1, 0)
  snow:emit(count)
  local samples = {}
  for number = 1, 18 do
    local start = os.clock()
    snow:update(0.001)
    if number > 3 then samples[#samples + 1] = (os.clock() - start) / count * 1e9 end
  end
  assert(snow:getCount() == count)
  table.sort(samples)
  print(samples[#samples / 2 + 0.5])
  io.stdout:flush()
  love.event.quit()
end
