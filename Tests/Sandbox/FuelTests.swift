@testable import SnowHost
import Testing

@Suite struct FuelTests {
    /// Counts in `state` how far it came, by way of coroutines, patterns, sorting and long strings.
    private static let source = """
        function frame()
          state.n = 0
          local twin = coroutine.wrap(function() while true do coroutine.yield(("a"):rep(20):find(".-b")) end end)
          while true do
            twin()
            coroutine.wrap(function() state.n = state.n + 1 end)()
            table.sort({ 3, 1, 2 }, function(a, b) return a < b end)
            local s = ("x"):rep(1000):gsub("x", "yy")
            print(state.n)
          end
        end
        """

    private func layer(fuel: Int, _ source: String = Self.source) throws -> Layer {
        var options = Layer.Options()
        options.limits.callback = .seconds(60)
        options.limits.loading = .seconds(60)
        options.limits.fuel = fuel
        return try makeLayer(source, options: options)
    }

    @Test func `fuel runs out at the same instruction in every run`() throws {
        var runs: Set<[String]> = []
        for _ in 0..<5 {
            let layer = try layer(fuel: 200_000)
            layer.step(seconds: 0)
            let trap = try #require(layer.trap)
            #expect(trap.reason == .fuel)
            runs.insert([trap.description, layer.instance.log.lines.last ?? ""] + trap.traceback)
        }
        #expect(runs.count == 1, "\(runs)")
    }

    @Test func `more fuel goes further, and each instance burns its own`() throws {
        let layers = try [50_000, 100_000, 200_000].map { try layer(fuel: $0) }
        for layer in layers { layer.step(seconds: 0) }
        let counts = layers.map { $0.instance.log.count }
        #expect(counts[0] < counts[1] && counts[1] < counts[2])
        #expect(layers.allSatisfy { $0.trap?.reason == .fuel })
    }

    @Test func `fuel is filled up before each callback`() throws {
        let layer = try layer(fuel: 20_000, "function frame() for i = 1, 4000 do end end function update(f) end")
        for _ in 0..<20 { layer.step(seconds: 0.01) }
        #expect(layer.trap == nil)
    }

    @Test func `a loop of short coroutines is charged for every instruction`() throws {
        let layer = try layer(
            fuel: 100_000,
            """
            function frame()
              local n = 0
              while true do
                n = n + 1
                if n % 100 == 0 then print(n) end
                coroutine.wrap(function() for i = 1, 30 do end end)()
              end
            end
            """)
        layer.step(seconds: 0)
        #expect(layer.trap?.reason == .fuel)
        #expect(layer.instance.log.count < 14, "a hundred rounds are more than 7,000 instructions")
    }
}
