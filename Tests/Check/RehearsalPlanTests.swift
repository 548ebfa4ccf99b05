import Testing

@testable import SnowHost

@Suite struct RehearsalPlanTests {
    @Test(arguments: [1, 5, 48, 600, 5000])
    func `a plan comes to every size and presses every key once`(frameCount: Int) {
        let plan = RehearsalPlan(frameCount: frameCount)
        var sizes: [TerminalSize] = []
        var keys: [String] = []
        for frame in 0..<frameCount {
            let size = plan.size(of: frame)
            if sizes.last != size { sizes.append(size) }
            keys += plan.keys(of: frame)
            #expect((0...0.1).contains(plan.length(of: frame)))
            guard let mouse = plan.mouse(of: frame) else { continue }
            #expect((0..<size.columns).contains(mouse.column) && (0..<size.rows).contains(mouse.row))
        }
        #expect(sizes == Array(RehearsalPlan.sizes.prefix(frameCount)))
        #expect(Set(keys).count == keys.count)
        for key in ["a", "Z", "space", "enter", "up", "shift-f5", "ctrl-left", "alt-a", "pageup", "é"] {
            #expect(keys.contains(key), "\(key)")
        }
        for key in ["q", "Q", "r", "escape", "ctrl-c", "ctrl-z"] { #expect(!keys.contains(key), "\(key)") }
    }
}
