function love.conf(t)
  t.window.width, t.window.height = 64, 64
  t.modules.audio, t.modules.joystick, t.modules.physics = false, false, false
end
