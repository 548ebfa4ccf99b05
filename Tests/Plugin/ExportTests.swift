import Testing

@testable import SnowHost

@Suite struct ExportTests {
    @Test(arguments: Export.allCases)
    func `any one export is enough`(export: Export) throws {
        let layer = try makeLayer("function \(export.rawValue)() end")
        for candidate in Export.allCases { #expect(layer.instance.has(candidate) == (candidate == export)) }
        layer.step(seconds: 0.1)
        #expect(layer.trap == nil)
    }

    @Test func `a script without exports is a link error that names them`() {
        let trap = #expect(throws: Trap.self) { try makeLayer("local function frame() end") }
        #expect(trap?.reason == .link)
        #expect(
            trap?.description
                == "test.lua: the script exports nothing; define at least one of these global functions: "
                + "init frame update removed resize key mouse reloaded")
    }

    @Test func `an export that is no function is a link error at its line`() {
        let trap = #expect(throws: Trap.self) { try makeLayer("function frame() end\nupdate = 3") }
        #expect(trap?.reason == .link)
        #expect(trap?.description == "test.lua:2: update is not a function; an export must be one")
    }

    @Test func `an export that becomes something else later traps`() throws {
        let layer = try makeLayer("function frame() frame = 3 end")
        layer.step(seconds: 0.1)
        #expect(layer.trap == nil)
        layer.step(seconds: 0.1)
        #expect(layer.trap?.reason == .link)
        #expect(layer.trap?.message == "frame is a number; an export must be a function")
    }

    @Test func `an export answers its results`() throws {
        let layer = try makeLayer("function key(name) return name, 1, 2.5, true, nil, { a = { 1 } }, print, 8, 9 end")
        let results = try #require(layer.instance.call(.key, .string(Array("a".utf8))))
        #expect(results.count == 8)
        #expect(results[0].text == "a")
        #expect(results[1...4] == [.integer(1), .number(2.5), .boolean(true), .nil])
        guard case .table(let table) = results[5], case .table(let inner) = table["a"] else {
            Issue.record("no table: \(results[5])")
            return
        }
        #expect(inner.sequence == [.integer(1)])
        #expect(results[6] == .other("function"))
        #expect(layer.instance.call(.frame) == nil)
    }
}
