@testable import SnowHost
import Testing

@Suite struct LibraryComparisonTests {
    private static let lua = ["/usr/bin/lua5.4", "/usr/local/bin/lua5.4", "/opt/homebrew/opt/lua@5.4/bin/lua5.4"].first
    {
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

    private func answersOfLua(_ source: String) throws -> [String] {
        let lua = try #require(Self.lua, "lua5.4 is missing; tools/setup --test installs it")
        let folder = try TemporaryFolder()
        try folder.write(source, to: "test.lua")  // as `makeLayer` names it: messages hold it
        let run = try PipedRun(["test.lua"], executable: lua, folder: folder.path, timeout: .seconds(100))
        #expect(run.errors == "")
        return run.output.split(separator: "\n").map { PlainText.escaped(String($0)) }
    }

    /// 50,000 calls and more.
    @Test(arguments: [1, 2])
    func `library functions answer and raise what Lua's own do`(seed: Int) throws {
        func text(isPlain: Bool) -> String { LibraryComparison.source(seed: seed, cases: 700, isPlain: isPlain) }
        let here = try answersHere(text(isPlain: false))
        let there = try answersOfLua(text(isPlain: true))
        #expect(here.count == there.count)
        #expect(here.count > 25_000)
        var differences = 0
        for (ours, theirs) in zip(here, there) where LibraryComparison.same(ours) != LibraryComparison.same(theirs) {
            Issue.record("here: \(ours)\nLua:  \(theirs)")
            differences += 1
            if differences == 20 { return }
        }
    }
}
