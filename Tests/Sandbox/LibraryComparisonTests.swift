@testable import SnowHost
import Testing

@Suite struct LibraryComparisonTests {
    private static let lua = ["/usr/bin/lua5.4", "/usr/local/bin/lua5.4", "/opt/homebrew/bin/lua5.4"].first {
        (try? FileSystem.read(FilePath($0), limit: 1 << 30)) != nil
    }

    private func answersHere(_ source: String) throws -> [String] {
        var options = Layer.Options()
        options.limits.loading = .seconds(100)
        options.limits.memory = 64 << 20
        options.limits.logLines = 100_000
        let layer = try makeLayer(source, options: options)
        layer.start()
        if let trap = layer.trap { throw trap }
        return layer.instance.log.lines
    }

    private func answersOfLua(_ source: String, _ lua: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let run = try PipedRun([try folder.write(source, to: "compare.lua")], executable: lua)
        #expect(run.errors == "")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test(.enabled(if: lua != nil), arguments: [1, 2])
    func `string and table functions answer as Lua's own do`(seed: Int) throws {
        let lua = try #require(Self.lua)
        func text(plain: Bool, detail: Int? = nil) -> String {
            LibraryComparison.source(seed: seed, cases: 1500, plain: plain, detail: detail)
        }
        let here = try answersHere(text(plain: false))
        let there = try answersOfLua(text(plain: true), lua)
        #expect(here.count == there.count)
        #expect(here.count > 150)
        for (number, pair) in zip(here, there).enumerated() where pair.0 != pair.1 {
            let detailHere = try answersHere(text(plain: false, detail: number))
            let detailThere = try answersOfLua(text(plain: true, detail: number), lua)
            for (ours, theirs) in zip(detailHere, detailThere) where ours != PlainText.escaped(theirs) {
                Issue.record("here: \(ours)\nLua:  \(theirs)")
            }
            return
        }
    }
}
