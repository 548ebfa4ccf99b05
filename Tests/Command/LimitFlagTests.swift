import SnowHost
import Testing

@testable import snowscript

/// The flags that bound scripts.
@Suite struct LimitFlagTests {
    @Test(arguments: [
        ("--memory", ["0", "-1", "63K", "17G", "-16M", "", "99999999999999999999"]),
        ("--deadline", ["0", "-1s", "0ms", "1001h", "", "nan", "inf"]),
        ("--fuel", ["0", "-1", "1.5", "", "9223372036854775808"]),
        ("--flakes", ["0", "-1", "10000001", "", "1e3"]),
    ])
    func `a limit that allows nothing, or everything, is refused`(flag: String, values: [String]) {
        for value in values {
            let error = #expect(throws: UsageError.self) { try Invocation(parsing: ["\(flag)=\(value)", "a.lua"]) }
            #expect(error?.message.hasPrefix(flag) == true, "\(flag) \(value)")
        }
    }

    @Test(arguments: [
        ("--memory 64K", "local t = {} for i = 1, 1e6 do t[i] = i end", "not enough memory"),
        ("--memory 1M", "local s = ('x'):rep(1 << 20)", "not enough memory"),
        ("--deadline 20ms", "while true do end", "ran for too long"),
        ("--fuel 1000", "for i = 1, 1e6 do end", "out of fuel"),
        ("--flakes 3", "for i = 1, 4 do if not spawn { y = 1 } then error('full at ' .. i) end end", "full at 4"),
    ])
    func `a limit that was given is enforced`(flags: String, body: String, words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("function frame()\n\(body)\nend", to: "a.lua")
        let flags = flags.split(separator: " ").map(String.init)
        let run = try PipedRun(["test", "--frames", "2"] + flags + ["a.lua"], folder: folder.path)
        #expect(run.ending == .exited(1))
        #expect(run.errors.hasPrefix("a.lua:2: \(words)"), "\(run.errors)")
    }
}
