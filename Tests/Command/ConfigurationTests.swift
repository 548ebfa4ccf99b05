import SnowHost
import Testing

@testable import snowscript

@Suite struct ConfigurationTests {
    private func configured(_ text: String, _ variables: [String: String] = [:]) throws -> (Options, String?) {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "snowscript/config")
        var configuration = Configuration(
            UserEnvironment(["XDG_CONFIG_HOME": folder.path].merging(variables) { $1 }.mapValues { FilePath($0) }))
        let options = try Invocation(parsing: ["run", "snowfall"], over: &configuration).options
        let fault = configuration.fault?.message
        return (options, fault.map { $0.hasPrefix(folder.path) ? String($0.dropFirst(folder.path.count + 1)) : $0 })
    }

    @Test func `a file sets flags, a variable counts more, and the command line most`() throws {
        let text = "# mine\n\n  fps = 30 \nblitter=half\r\ncalm = yes\n"
        let (fromFile, fault) = try configured(text)
        #expect(fault == nil)
        #expect(fromFile.framesPerSecond == 30 && fromFile.blitter == .half && fromFile.isCalm)
        let (fromBoth, _) = try configured(text, ["SNOWSCRIPT_FPS": "20", "SNOWSCRIPT_CALM": "no"])
        #expect(fromBoth.framesPerSecond == 20 && fromBoth.blitter == .half)
        var configuration = Configuration(UserEnvironment(["SNOWSCRIPT_FPS": "20"]))
        let line = try Invocation(parsing: ["run", "snowfall", "--fps", "10"], over: &configuration).options
        #expect(line.framesPerSecond == 10)
    }

    private static let faults: [(text: String, words: String)] = [
        ("fps", "snowscript/config:1: expected name = value, got 'fps'"),
        ("\nfsp = 3", "snowscript/config:2: unknown setting 'fsp'; did you mean 'fps'?"),
        ("seed = 3", "snowscript/config:1: unknown setting 'seed'"),
        ("fps = many", "snowscript/config:1: fps: expected a whole number from 1 to 240, got 'many'"),
        ("calm = perhaps", "snowscript/config:1: calm: expected yes or no, got 'perhaps'"),
        ("scripts = here", "snowscript/config:1: expected a path from the root, got 'here'"),
    ]

    @Test(arguments: faults.indices)
    func `what is wrong is said with its line`(index: Int) throws {
        let (text, words) = Self.faults[index]
        #expect(try configured(text).1?.hasPrefix(words) == true)
    }

    @Test func `a wrong variable is named`() throws {
        #expect(
            try configured("", ["SNOWSCRIPT_FPS": "0"]).1
                == "SNOWSCRIPT_FPS: fps: expected a whole number from 1 to 240, got '0'")
    }

    @Test func `base directories that are not absolute count as not set`() {
        let environment = UserEnvironment(["XDG_CONFIG_HOME": "here", "XDG_DATA_HOME": "", "HOME": "/home/me"])
        #expect(environment.configurationFile == "/home/me/.config/snowscript/config")
        #expect(environment.scriptsFolder == "/home/me/.local/share/snowscript/scripts")
        #expect(UserEnvironment([:]).configurationFile == nil)
    }

    @Test func `a wrong file is told with status 2, but help is shown all the same`() throws {
        let folder = try TemporaryFolder()
        try folder.write("fps = 0\n", to: "snowscript/config")
        let variables = ["XDG_CONFIG_HOME": folder.path]
        // A command without that flag has nothing against it.
        let run = try PipedRun(["check", "snowfall"], environment: variables)
        #expect(run.ending == .exited(0))
        let played = try PipedRun(["run", "snowfall"], environment: variables)
        #expect(played.ending == .exited(2))
        #expect(played.errors.contains("snowscript/config:1: fps: expected a whole number from 1 to 240, got '0'"))
        #expect(try PipedRun(["--help"], environment: variables).ending == .exited(0))
    }

    @Test func `scripts in the user's folder are found by name, listed, shown and checked`() throws {
        let folder = try TemporaryFolder()
        let source = "plugin { about = 'of my own' }\nfunction frame() end\n"
        try folder.write(source, to: "snowscript/scripts/mine.lua")
        try folder.write("function frame() end", to: "snowscript/scripts/falling.lua")
        let variables = ["XDG_DATA_HOME": folder.path]
        let list = try PipedRun(["list"], environment: variables).output
        #expect(list.split(separator: "\n").contains { $0.hasPrefix("mine ") && $0.hasSuffix("of my own") })
        #expect(list.split(separator: "\n").filter { $0.hasPrefix("falling") } == ["falling"])
        #expect(try PipedRun(["show", "mine"], environment: variables).output == source)
        #expect(try PipedRun(["check", "mine"], environment: variables).ending == .exited(0))
        #expect(try PipedRun(["show", "mien"], environment: variables).errors.contains("did you mean 'mine'?"))
        #expect(try PipedRun(["show", "mine"]).ending == .exited(2))
        let elsewhere = ["SNOWSCRIPT_SCRIPTS": "\(folder.path)/snowscript/scripts"]
        #expect(try PipedRun(["show", "mine"], environment: elsewhere).output == source)
    }
}
