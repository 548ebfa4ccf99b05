import SnowHost
import Testing

@testable import snowscript

@Suite struct InvocationTests {
    private struct Case: CustomTestStringConvertible, Sendable {
        let line: String
        let command: String
        let expected: Options

        init(_ line: String, _ command: String, _ change: (inout Options) -> Void = { _ in }) {
            var options = Options()
            change(&options)
            (self.line, self.command, expected) = (line, command, options)
        }

        var testDescription: String { line }
    }

    private static let understood: [Case] = [
        Case("", ""),
        Case("snow.lua", "") { $0.operands = ["snow.lua"] },
        Case("./snow", "") { $0.operands = ["./snow"] },
        Case("snowfall", "") { $0.operands = ["snowfall"] },
        Case("--fps 30", "") { $0.framesPerSecond = 30 },
        Case("--fps=30 snow.lua", "") { ($0.framesPerSecond, $0.operands) = (30, ["snow.lua"]) },
        Case("snow.lua -f30", "") { ($0.framesPerSecond, $0.operands) = (30, ["snow.lua"]) },
        Case("-f 30 -f=31", "") { $0.framesPerSecond = 31 },
        Case("run --for 4s", "run") { $0.duration = .seconds(4) },
        Case("run a.lua snowfall --seed 0xFF", "run") { ($0.operands, $0.seed) = (["a.lua", "snowfall"], 255) },
        Case("run --seed 18446744073709551615 a", "run") { ($0.operands, $0.seed) = (["a"], .max) },
        Case("run a --for 1m30s --frames 9", "run") {
            ($0.operands, $0.duration, $0.frameLimit) = (["a"], .seconds(90), 9)
        },
        Case("run a --set wind=-3 -s name=a=b", "run") {
            $0.operands = ["a"]
            $0.settings = [.init(name: "wind", value: "-3"), .init(name: "name", value: "a=b")]
        },
        Case("--blitter braille --color never --background dark", "") {
            ($0.blitter, $0.color, $0.background) = (.braille, .none, .dark)
        },
        Case("--color always --size 100X40", "") { ($0.color, $0.size) = (.always, .init(columns: 100, rows: 40)) },
        Case("run -- --fps", "run") { $0.operands = ["--fps"] },
        Case("-- list", "") { $0.operands = ["list"] },
        Case("run -", "run") { $0.operands = ["-"] },
        Case("list", "list"),
        Case("show snowfall", "show") { $0.operands = ["snowfall"] },
        Case("check a.lua b.lua", "check") { $0.operands = ["a.lua", "b.lua"] },
        Case("new drizzle --from snowfall --bare", "new") {
            ($0.operands, $0.template, $0.isBare) = (["drizzle"], "snowfall", true)
        },
        Case("api spawn flake.x", "api") { $0.operands = ["spawn", "flake.x"] },
        Case("api --stubs=types", "api") { $0.stubsFolder = "types" },
        Case("api --markdown", "api") { $0.printsMarkdown = true },
        Case("help run", "help") { $0.operands = ["run"] },
        Case("-h --nonsense", "") { $0.help = .short },
        Case("run --help --nonsense", "run") { $0.help = .long },
        Case("-Vx", "") { $0.showsVersion = true },
        Case("-Vh", "") { $0.showsVersion = true },
        Case("--fps 30 --version", "") { ($0.framesPerSecond, $0.showsVersion) = (30, true) },
    ]

    @Test(arguments: understood)
    private func `a good line is understood`(line: Case) throws {
        let invocation = try Invocation(parsing: line.line.split(separator: " ").map { FilePath(String($0)) })
        #expect(invocation.command.name == line.command)
        #expect(invocation.options == line.expected)
    }

    @Test(arguments: [
        ("10s", Duration.seconds(10)), ("500ms", .milliseconds(500)), ("2m", .seconds(120)),
        ("1.5s", .milliseconds(1500)),
        ("3", .seconds(3)), ("0.25", .milliseconds(250)), ("1h", .seconds(3600)), ("1m30s", .seconds(90)),
        (".5s", .milliseconds(500)), ("1000h", .seconds(3_600_000)),
    ])
    func `a time is read to the nanosecond`(text: String, expected: Duration) throws {
        #expect(try FlagValue.duration(text) == expected)
    }

    @Test(arguments: [
        "", "0", "0s", "s", "-1s", "1x", "1 s", "1e3", "0x10", "inf", "nan", "1..2", "1s2", "1000h1s", "1e999", "١s",
        "9999999999999999999999999999999999h", "0.0000000001s",
    ])
    func `a time that is none is refused`(text: String) {
        #expect(throws: FlagValue.Invalid.self) { try FlagValue.duration(text) }
    }

    @Test(arguments: ["", "-1", "+1", "0x", "0x-1", "0x10000000000000000", "18446744073709551616", "1.5", "x", " 1"])
    func `a seed that is none is refused`(text: String) {
        #expect(throws: FlagValue.Invalid.self) { try FlagValue.seed(text) }
    }

    @Test(arguments: ["", "80", "80x", "x24", "0x24", "80x0", "80x24x3", "-80x24", "2001x1", "80 x 24", "80*24"])
    func `a size that is none is refused`(text: String) {
        #expect(throws: FlagValue.Invalid.self) { try FlagValue.size(text) }
    }

    @Test(arguments: ["", "wind", "=3", "wind=", "1wind=3", "wi nd=3", "wind-x=3", "é=1", ".a=1", "a.=1", "a.1=2"])
    func `a setting that is none is refused`(text: String) {
        #expect(throws: FlagValue.Invalid.self) { try FlagValue.setting(text) }
    }

    @Test func `no line of random words does worse than an error`() {
        let words = [
            "run", "list", "show", "check", "help", "snow.lua", "snowfall", "-", "--", "-h", "-V", "-f", "--fps", "-f3",
            "--fps=", "--seed", "0x", "--for", "--set", "a=b", "-sa=b", "--color", "=", "", "--=", "-=", "é",
            "--size=1x1",
        ]
        var state: UInt64 = 1
        for _ in 0..<5_000 {
            var line: [String] = []
            for _ in 0..<6 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                line.append(words[Int(state >> 33) % words.count])
            }
            do throws(UsageError) {
                _ = try Invocation(parsing: line.map { FilePath($0) })
            } catch {
                #expect(!error.message.isEmpty, "\(line)")
            }
        }
    }
}
