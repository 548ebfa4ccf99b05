import Testing

@testable import SnowHost

@Suite struct ControlKeyTests {
    private typealias Action = ControlKey.Action

    @Test(
        arguments: [
            ("?", .toggleDisplay), ("tab", .pick(1)), ("shift-tab", .pick(-1)), ("q", .leave), ("Q", .leave),
            ("escape", .leave), ("r", .restart),
        ] as [(String, ControlKey.Action)])
    func `a reserved key is always the host's`(name: String, action: ControlKey.Action) {
        for isSteered in [false, true] {
            for wanted in [false, true] {
                #expect(ControlKey.action(of: name, isSteered: isSteered, scriptsWantKeys: wanted) == action)
            }
        }
    }

    @Test(
        arguments: [
            ("h", .toggleDisplay), ("space", .pause), (".", .step), ("left", .turn(-1)), ("right", .turn(1)),
            ("shift-left", .turn(-10)), ("shift-right", .turn(10)), ("s", .keep),
        ] as [(String, ControlKey.Action)])
    func `a shared key is the scripts' only when they want keys and do not see the show steered`(
        name: String, action: ControlKey.Action
    ) {
        #expect(ControlKey.action(of: name, isSteered: true, scriptsWantKeys: true) == action)
        #expect(ControlKey.action(of: name, isSteered: true, scriptsWantKeys: false) == action)
        #expect(ControlKey.action(of: name, isSteered: false, scriptsWantKeys: false) == action)
        #expect(ControlKey.action(of: name, isSteered: false, scriptsWantKeys: true) == nil)
    }

    @Test(arguments: ["a", "up", "ctrl-x", "H", "enter", "alt-left", "R", "S", ""])
    func `any other key is for the scripts`(name: String) {
        #expect(ControlKey.action(of: name, isSteered: true, scriptsWantKeys: false) == nil)
    }

    @Test func `no key means two things, and each is told`() {
        let names = ControlKey.all.flatMap { $0.actions.map(\.name) }
        #expect(Set(names).count == names.count)
        #expect(ControlKey.all.allSatisfy { !$0.spelling.isEmpty && !$0.about.isEmpty })
    }
}
