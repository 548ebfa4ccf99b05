import SnowHost
import Testing

@Suite struct GrantTests {
    private let source = """
        plugin { imports = { "clock" } }
        function frame() state.year, state.month, state.day, state.hour, state.minute, state.second = clock() end
        function key() return state.year, state.month, state.day, state.hour, state.minute, state.second end
        """

    @Test func `an import of the host's own that is not granted is named, with what grants it`() throws {
        let trap = #expect(throws: Trap.self) { _ = try makeLayer(source) }
        #expect(trap?.reason == .link)
        #expect(
            trap?.description
                == "test.lua:1: import 'clock' is not granted; --allow clock grants it, and Linker.grant in a program")
    }

    @Test func `what is granted but not asked for is not there`() throws {
        var linker = Linker()
        linker.grant(.clock)
        let layer = try makeLayer("function frame() clock() end", linker: linker)
        layer.step(seconds: 0)
        #expect(layer.trap?.message.hasSuffix("name it in the header to use it: imports = { \"clock\" }") == true)
    }

    @Test func `the clock tells the date and the time of day`() throws {
        var linker = Linker()
        linker.grant(.clock)
        let layer = try makeLayer(source, linker: linker)
        layer.step(seconds: 0)
        let values = try #require(layer.instance.call(.key)).compactMap(\.asNumber)
        #expect(values.count == 6)
        let ranges: [ClosedRange<Double>] = [2024...9999, 1...12, 1...31, 0...23, 0...59, 0...61]
        for (value, range) in zip(values, ranges) { #expect(range.contains(value)) }
    }
}
