import SnowHost
import Testing

/// Updates that were once compiled to something else than what they say, and what is easily got wrong.
@Suite struct UpdateCorpusTests {
    private static let corpus = [
        // A choice made before a branch, stored inside of it.
        """
        function(f, dt, t)
          local v = f.width > 1 and f.x or t
          if not (params.wind > 3) then if f.y > 2 then f.x = v end end
        end
        """,
        // All flakes removed at once.
        "function(f) if holes[floor(config.gain)] then remove(f) do return end end f.x = 1 end",
        // A branch inside one that was skipped.
        """
        function(f, dt, t)
          if f.kind == 2 then
            local s = sin(f.x) + cos(f.y) + sin(t)
            if s > 0.5 then f.spin = random() else f.speed = -0.5 end
            if s > 0.7 then f.own = s end
          end
        end
        """,
        // The remainder has the sign of the divisor.
        "function(f) f.x, f.y, f.own, f.kind = f.x % -3, f.x % 2.5, f.y % -0.5, f.own % odd end",
        "function(f) f.x, f.y, f.own, f.kind = f.x // 0, f.x % 0.0, f.y // infinite, -f.y % infinite end",
        "function(f) f.x, f.y = f.id // -3 * 2, f.id % -4; f.own = 1 / (f.id % 1); f.kind = 1 / (0 * -f.id) end",
        // Minus zero and whole zero.
        "function(f) f.x = 1 / -(f.kind - f.kind); f.y = 1 / -floor(f.own * 0); f.own = 1 / (minus_zero * f.own) end",
        "function(f) f.x, f.y = max(f.own, odd), max(odd, f.own); f.kind = min(f.own, minus_zero, 0) end",
        "function(f) f.x, f.y = clamp(f.own, odd, 1), clamp(odd, f.own, 2); f.kind = clamp(minus_zero, 0, f.y) end",
        // Columns that are read by the operation that needs them, while others are stored.
        "function(f) f.x, f.y = f.y * 2, f.x + 1 f.own, f.kind = f.kind, f.own end",
        "function(f) f.x = f.x * 2 f.y = f.own if f.kind > 2 then f.own = 3 end f.spin = -f.spin end",
        // Sines that are stored as they are made.
        "function(f, dt, t) f.x = 4 * sin(t + f.own) + infinite f.y = odd * cos(f.own) f.kind = infinite * sin(f.kind) end",
        "function(f, dt, t) f.x = sin(f.own * 1e7) * 3 + 1 f.y = cos(f.kind * 1e300) - 2 f.own = -0.5 * cos(f.own) f.kind = sin(t) end",
        "function(f) if f.x > 1 then f.own = 2 end if f.y > 2 and f.x > 1 then f:remove() end end",
        // Rounded numbers that are too large to be whole, which matters to some operators only.
        "function(f) f.x = f.y - floor(f.own * 1e300) * half f.own = floor(f.x / 3) // 2 f.kind = -floor(f.own * 1e18) end",
        "function(f) local v = floor(f.x * 1e17) if f.kind > 2 then v = 3 end f.x = v // 2 f.y = v * half f.own = max(v, 2) end",
        "function(f) local v = math.ceil(f.x * 1e18) if f.kind > 2 then v = f.own end f.x = v f.y = v + 1 f.own = abs(v) end",
        "function(f) f.x = floor(-0.0 * f.own) * half f.y = 1 / floor(f.own * 0 - 0.0) f.own = f.own % floor(f.x + 2) end",
        "function(f) f.x = floor(f.x * 1e16) + floor(f.y) f.y = floor(infinite * f.own) * half f.own = floor(floor(f.own) * 3) end",
        // Chance in branches: each flake has its own count of calls.
        """
        function(f) if f.kind > 1 then f.x = random() if f.kind > 2 then f.y = random() end end
        f.own = random(2, 5) f.kind = random(5, 5) f.spin = random(3, -3) end
        """,
        // Values that are nil for some.
        "function(f) local v = holes[f.id % 6] if v then f.x = v else f.y = -1 end f.own = v or f.x; f.kind = v == nil and 1 or 2 end",
        "function(f) local v = nil if f.x > 3 then v = f.y end if v and v > 2 then f.x = v end if v == 2 then f.y = 0 end end",
        "function(f) local v = row[f.kind] f.x = v end",
        // Loops that are left early, one in another.
        """
        function(f) for i = 1, 3 do for j = 3, 1, -1 do if i * j > f.kind + 2 then goto out end
        f.own = f.own + i / j end ::out:: f.x = f.x + i if f.x > 40 then break end end end
        """,
        // Comparisons of booleans.
        "function(f) local a, b = f.x > 1, f.y > 1 if a == b then f.own = 1 end if a ~= flag then f.kind = 3 end f.spin = (not a) == b and 1 or 0 end",
        // A function with several results, and one called with too few and too many.
        "function(f) local a, b = pick(f.x, f.x, f.y) f.x = a f.y = b or 3 end",
        "function(f) f.x = sign(f.x, 1, 2) f.y = pick(f.y, 2) or 4 end",
        // The color, and the height that follows the width.
        "function(f) f.height = nil f.x = f.height f.color = f.x * 3 % 99.5 f.y = f.color if f.y > 9 then f.color = 9 end end",
        // Read after it was written, and rounded on the way.
        "function(f) f.x = 0.1 f.y = f.x - 0.1 f.x = f.x + 1e-9 f.own = f.x f.x = 1e300 f.kind = f.x end",
        "function(f) f.x = f.x ^ 2 f.y = f.own ^ -0.5 f.kind = 2 ^ f.kind f.spin = f.x ^ half end",
        "function(f, dt, t) f.x = noise(f.x) f.y = noise(f.own, f.y, t) if f.kind > 2 then f.kind = noise(f.kind, 1) end end",
        "function(f) f.x = lerp(f.x, f.own, f.kind) f.y = smoothstep(1, 3, f.own) f.own = smoothstep(f.kind, f.kind, f.y) end",
        "function(f) f.x = sin(f.own * 1e7) f.y = cos(f.own) + cos(1e30) f.kind = sin(f.x * 1e300) end",
        "function(f) f.own = scene.count if f.kind == 2 then f:remove() end end",
        "function(f) f.x = f.alive and 1 or 2 if f.kind == 1 then f.remove(f) return end f.y = f.alive and 1 or 2 end",
    ]

    @Test(arguments: corpus)
    func `it does the same compiled as interpreted`(function: String) throws {
        var comparison = UpdateComparison(frames: 5, stages: true)
        try comparison.compare([function])
        #expect(comparison.mismatches.isEmpty, "\(comparison.mismatches.first?.description ?? "")")
        #expect(comparison.compiledCount == 1, "\(comparison.refusals)")
    }
}
