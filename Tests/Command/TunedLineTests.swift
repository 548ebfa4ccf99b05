import SnowHost
import Testing

@testable import snowscript

@Suite struct TunedLineTests {
    private func layer(_ name: String, _ params: String = "wind = { 1, min = -9, max = 9 }, gusts = 2.5") throws
        -> Layer
    {
        let source = "plugin { name = '\(name)', params = { \(params) } } function frame() end"
        return try Layer(module: try Module(source: source, name: name), width: 80, height: 48)
    }

    private func line(_ layers: [Layer], _ operands: [FilePath], _ grants: Set<Grant> = []) -> String {
        TunedLine(of: layers, operands: operands, grants: grants).text
    }

    @Test func `only what was tuned is told, as people write it`() throws {
        let snow = try layer("snow")
        #expect(line([snow], ["snow.lua"]) == "snowscript run snow.lua")
        try snow.set("wind", to: -3)
        try snow.set("gusts", to: 0.30000000000000004)
        #expect(line([snow], ["snow.lua"]) == "snowscript run snow.lua --set wind=-3 --set gusts=0.30000000000000004")
        try snow.set("wind", to: 1)
        try snow.set("gusts", to: 4)
        #expect(line([snow], ["snow.lua"], [.clock]) == "snowscript run snow.lua --allow clock --set gusts=4")
    }

    @Test(arguments: [false, true])
    func `the line gives the values back, whatever scripts share them`(sameNames: Bool) throws {
        var random = SeededRandom(seed: 4)
        for _ in 0..<100 {
            func make() throws -> [Layer] {
                [try layer("a"), try layer(sameNames ? "a" : "b"), try layer("c d", "wind = 2, other = 2")]
            }
            let tuned = try make()
            for layer in tuned {
                for name in layer.parameterValues.keys.sorted() where Bool.random(using: &random) {
                    try layer.set(name, to: Double(Int.random(in: -2...2, using: &random)))
                }
            }
            let words = line(tuned, ["a.lua", "b.lua", "c.lua"]).split(separator: " ").dropFirst().map(String.init)
            let fresh = try make()
            for setting in try Invocation(parsing: words.map { FilePath($0) }).options.settings {
                try setting.apply(to: fresh)
            }
            #expect(fresh.map(\.parameterValues) == tuned.map(\.parameterValues), "\(words)")
        }
    }

    @Test(
        arguments: [
            ("snow.lua", "snow.lua"), ("my snow.lua", "'my snow.lua'"), ("it's.lua", "'it'\\''s.lua'"),
            ("$(x).lua", "'$(x).lua'"),
            ("ü.lua", "'ü.lua'"), ("a\u{1B}[2J.lua", "$'a\\x1b[2J.lua'"), ("~/a.lua", "'~/a.lua'"),
            ("-a.lua", "-- -a.lua"),
        ])
    func `a file's name is quoted for a shell`(name: String, quoted: String) throws {
        #expect(line([try layer("a")], [FilePath(name)]) == "snowscript run \(quoted)")
    }

    @Test func `a setting may name its script, by name or place`() throws {
        let layers = [try layer("snow"), try layer("rain")]
        func set(_ text: String) throws { try FlagValue.setting(text).apply(to: layers) }
        try set("wind=3")
        #expect(layers.map { $0.parameterValues["wind"] } == [3, 3])
        try set("rain.wind=4")
        try set("1.wind=5")
        #expect(layers.map { $0.parameterValues["wind"] } == [5, 4])
        let words = #expect(throws: UsageError.self) { try set("rian.wind=4") }
        #expect(words?.message == "--set: no script is called 'rian'; did you mean 'rain'?")
        let none = #expect(throws: UsageError.self) { try set("3.wind=4") }
        #expect(none?.message == "--set: no script is called '3'; there are: snow rain")
        #expect(throws: UsageError.self) { try set("rain.wind=10") }
    }
}
