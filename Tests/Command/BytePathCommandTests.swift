import SnowHost
import Testing

@testable import snowscript

#if canImport(Glibc)
    /// The commands, with paths that are not UTF-8: `$e` is such a byte in their shell lines.
    @Suite struct BytePathCommandTests {
        private let folder: TemporaryFolder
        private static let byte = FilePath(bytes: [0xE9])

        init() throws {
            folder = try TemporaryFolder()
            try folder.write(
                Array("plugin { about = 'mine' }\nfunction frame() spawn { x = 3, y = 3 } end".utf8),
                toPath: "data/snowscript/scripts/sn\(Self.byte).lua")
            try folder.write(Array("words".utf8), toPath: "w\(Self.byte).txt")
        }

        /// What a shell's line comes to, in the folder.
        private func run(_ line: String, environment: [String: String] = [:]) throws -> PipedRun {
            var variables = ["PROGRAM": TestBinary.path, "XDG_DATA_HOME": "\(folder.path)/data"]
            variables.merge(environment) { $1 }
            return try PipedRun(
                ["-c", "e=$(printf '\\351'); \(line)"], executable: "/bin/bash", environment: variables,
                folder: folder.path)
        }

        @Test func `scripts are found by path and by name`() throws {
            for operand in ["data/snowscript/scripts/sn$e.lua", "sn$e"] {
                let check = try run("\"$PROGRAM\" check \"\(operand)\"")
                #expect(check.ending == .exited(0), "\(check.output)\(check.errors)")
                let test = try run("\"$PROGRAM\" test \"\(operand)\" --frames 3")
                #expect(test.ending == .exited(0))
                // The line that it prints is one for a shell.
                let again = try run(test.output.replacing("snowscript test", with: "\"$PROGRAM\" test"))
                #expect(again.ending == .exited(0), "\(test.output)\(again.errors)")
            }
            #expect(try run("\"$PROGRAM\" list").output.contains("sn\\xE9"))
            #expect(try run("\"$PROGRAM\" show \"sn$e\"").output.hasPrefix("plugin { about = 'mine' }"))
            let unknown = try run("\"$PROGRAM\" show \"so$e\"")
            #expect(unknown.errors.contains("no script is called 'so\\xE9'; did you mean 'sn\\xE9'?"))
            let missing = try run("\"$PROGRAM\" check \"./no$e.lua\"")
            #expect(missing.errors == "snowscript: cannot read './no\\xE9.lua': no such file\n")
        }

        @Test func `files are written where they are told to`() throws {
            folder.adopt("out\(Self.byte).ans")
            folder.adopt("new\(Self.byte).lua")
            let rendered = try run(
                "\"$PROGRAM\" render \"sn$e\" --backdrop \"w$e.txt\" --output=\"out$e.ans\" --size 20x5 && cat \"out$e.ans\""
            )
            #expect(rendered.ending == .exited(0), "\(rendered.errors)")
            #expect(rendered.output.contains("words"))
            let short = try run("\"$PROGRAM\" render \"sn$e\" -o\"out$e.ans\" --size 20x5")
            #expect(short.ending == .exited(0), "\(short.errors)")
            let new = try run("\"$PROGRAM\" new \"new$e\" --from \"sn$e\" --bare && grep -c mine \"new$e.lua\"")
            #expect(new.ending == .exited(0), "\(new.errors)")
            #expect(new.output == "wrote new\\xE9.lua\nnext: snowscript run $'new\\xe9.lua'\n1\n")
            let check = try run("\"$PROGRAM\" check \"new$e.lua\"")
            #expect(check.ending == .exited(0), "\(check.output)\(check.errors)")
        }

        @Test func `settings are read from such a folder, and may name one`() throws {
            try folder.write(
                Array("scripts = \(folder.path)/data/snowscript/s".utf8) + [0xE9],
                toPath: "c\(Self.byte)/snowscript/config")
            try folder.write(Array("function frame() end".utf8), toPath: "data/snowscript/s\(Self.byte)/other.lua")
            let list = try run("XDG_CONFIG_HOME=\"$PWD/c$e\" \"$PROGRAM\" list")
            #expect(list.ending == .exited(0), "\(list.errors)")
            #expect(list.output.split(separator: "\n").last == "other")
            let variable = try run("SNOWSCRIPT_SCRIPTS=\"$PWD/data/snowscript/s$e\" \"$PROGRAM\" check other")
            #expect(variable.ending == .exited(0), "\(variable.errors)")
            try folder.write(Array("fsp = 3".utf8), toPath: "c\(Self.byte)/snowscript/config")
            let wrong = try run("XDG_CONFIG_HOME=\"$PWD/c$e\" \"$PROGRAM\" run other")
            #expect(wrong.errors.contains("/c\\xE9/snowscript/config:1: unknown setting 'fsp'"))
        }

        @Test func `a show reloads such a script, and is recorded into such a file`() throws {
            let name: FilePath = "live\(Self.byte).lua"
            try folder.write(Array("function frame() text(0, 0, 'first') end".utf8), toPath: name)
            let recording: FilePath = "rec\(Self.byte).cast"
            folder.adopt(recording)
            let show = try Showing(
                [
                    "-c",
                    "cd '\(folder.path)'; e=$(printf '\\351'); exec \"$PROGRAM\" \"live$e.lua\" --record \"rec$e.cast\"",
                ],
                executable: "/bin/sh", environment: ["COLORTERM": "truecolor", "PROGRAM": TestBinary.path])
            #expect(show.watch(forShown: "first"))
            try folder.write(Array("function frame() text(0, 0, 'second') end".utf8), toPath: name)
            #expect(show.watch(forShown: "second"))
            try folder.write(Array("function frame() local x = = 1 end".utf8), toPath: name)
            #expect(show.watch(forShown: "live\\xE9.lua:1"))
            show.terminal.type("q")
            #expect(show.watchToEnd() == .exited(1))
            show.expectGivenBack()
            let cast = try FileSystem.read("\(folder.path)/\(recording)", limit: 1 << 24)
            #expect(String(decoding: cast, as: UTF8.self).contains("\"title\": \"live\\\\xE9\""))
        }
    }
#endif
