-- A countdown in flakes: what a digit no longer needs flies to where one is wanted, and at midnight all bursts. The header
-- asks for `clock`, which --allow clock lends to scripts of your own. Try: snowscript newyear --set wait=10

plugin {
  name = "newyear",
  about = "A countdown in flakes, and fireworks at midnight",
  abi = 1,
  flakes = 2000,
  imports = { "clock" },
  fields = { seat = 0 },
  params = { wait = { -1, min = -1, max = 86400, about = "seconds until midnight; -1 asks the clock" } },
}

local shapes <const> = { -- five rows of three dots
  ["0"] = "111101101101111", ["1"] = "010110010010111", ["2"] = "111001111100111", ["3"] = "111001111001111",
  ["4"] = "101101111001001", ["5"] = "111100111001111", ["6"] = "111100111101111", ["7"] = "111001001001001",
  ["8"] = "111101111101111", ["9"] = "111101111001111", [":"] = "000010000010000",
}
local colors <const> = { 0xFF5C5C, 0xFFC24B, 0x7CFF8A, 0x63C7FF, 0xB98CFF, 0xFF8AD8, 0xFFFFFF }

local function burst(x, y, color)
  for _ = 1, 50 do
    local angle, push = random(2 * pi), 18 * math.sqrt(random())
    spawn { x = x, y = y, drift = cos(angle) * push, speed = sin(angle) * push, fade = random(0.4, 1), color = color }
  end
end

-- A seat is a character and a dot of it. Flakes in those that are wanted stay; idle ones, then new ones, fill the rest.
local function write(words, color)
  local seats, idle, step = {}, {}, math.min(scene.width / (#words * 4 + 2), scene.height / 9)
  for place = 1, #words do
    for dot = 1, 15 do seats[place * 16 + dot] = shapes[words:sub(place, place)]:sub(dot, dot) == "1" or nil end
  end
  for flake in flakes() do
    local seat = flake.seat // 1
    if seats[seat] then seats[seat] = flake elseif seat > 0 then idle[#idle + 1] = flake end
  end
  for _, flake in ipairs(idle) do flake.seat, flake.fade = 0, 1 end
  for seat, taken in pairs(seats) do
    local flake = taken ~= true and taken or table.remove(idle) or spawn { x = random(scene.width), y = scene.height }
    flake.seat, flake.color, flake.fade = seat, color, 0
    local x, y = (seat // 16 - 1) * 4 + (seat - 1) % 16 % 3 - #words * 2 + 1, (seat - 1) % 16 // 3 - 2
    flake:animate { x = scene.width / 2 + x * step, y = scene.height / 2 + y * step, width = step, ease = "back-out" }
  end
end

function frame(dt, t)
  local year, month, _, hour, minute, second = clock()
  local left = math.ceil(params.wait < 0 and 86400 - hour * 3600 - minute * 60 - second or params.wait - t)
  -- The feast lasts an hour, and the year is the one whose beginning is nearest.
  local feast = left <= 0 or params.wait < 0 and hour == 0
  local words = feast and month // 7 + year or ("%d:%02d:%02d"):format(left // 3600, left // 60 % 60, left % 60)
  words = tostring(words):gsub("^[0:]+", "")
  if feast and state.words == "1" then for flake in flakes() do burst(flake.x, flake.y, 0xFFFFFF) end end
  if words ~= state.words then write(words, feast and 0xFFD36B or 0xDCE8FF) end
  state.words = words
  if feast and random() < 4 * dt then burst(random(scene.width), random(scene.height), colors[math.random(#colors)]) end
end

function resize() state.words = nil end
