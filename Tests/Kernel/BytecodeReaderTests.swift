import Testing

@testable import SnowHost

@Suite struct BytecodeReaderTests {
    private static let compiler = "/usr/bin/luac5.4"
    private static let bundled = ["snowfall", "falling", "snowfallview"]

    private static func script(_ name: String) throws -> String {
        let bytes = try FileSystem.read("\(TestBinary.packageFolder)/scripts/\(name).lua", limit: Limits.sourceBytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(.enabled(if: FileSystem.isFile(FilePath(compiler))))
    func `every function is decoded as Lua's own compiler lists it`() throws {
        let folder = try TemporaryFolder()
        for (number, text) in (BytecodeCorpus.texts + (try Self.bundled.map(Self.script))).enumerated() {
            let file = try folder.write(text, to: "text\(number).lua")
            let run = try PipedRun(["-l", "-l", "-p", file], executable: Self.compiler)
            #expect(run.ending == .exited(0), "\(run.errors)")
            let listed = LuacListing.parse(run.output)
            let decoded = try BytecodeCorpus.function(text).all.map { LuacListing($0) }
            try #require(listed.count == decoded.count)
            for (theirs, own) in zip(listed, decoded) {
                #expect(theirs == own, "\(text.prefix { $0 != "\n" })")
            }
        }
    }

    @Test func `the corpus holds every instruction there is`() throws {
        // The constants of one function must be more than 2^17 for this one.
        let large = "return {" + (0..<131_100).map { "\($0).5" }.joined(separator: ",") + "}"
        var seen: Set<Opcode> = []
        for text in BytecodeCorpus.texts + [large] {
            for function in try BytecodeCorpus.function(text).all { seen.formUnion(function.code.map(\.opcode)) }
        }
        #expect(Opcode.allCases.count == 83)
        #expect(Set(Opcode.allCases).subtracting(seen).map(\.name) == [])
    }

    @Test func `a function tells its names, places and constants`() throws {
        let chunk = try BytecodeCorpus.function(
            """
            local up = 1
            function update(flake, dt)
              local y = flake.y * 2.5
              if y > dt then flake.x = up end
            end
            """)
        #expect(chunk.source == "@corpus.lua")
        let update = try #require(chunk.nested.first)
        #expect(update.parameterNames == ["flake", "dt"])
        #expect((update.firstLine, update.lastLine) == (2, 5))
        #expect(update.locals.map(\.name) == ["flake", "dt", "y"])
        #expect(update.upvalues.map(\.name) == ["up"])
        #expect(update.constants == [.string(Array("y".utf8)), .number(2.5), .string(Array("x".utf8))])
        #expect(update.lines == update.lines.sorted())
        #expect(Set(update.lines) == [3, 4, 5])
        #expect(!update.isVararg && chunk.isVararg)
    }

    @Test func `a callback is dumped from its global, and what is no Lua function is not`() throws {
        let layer = try makeLayer("function frame(dt) return dt end")
        let frame = try BytecodeReader.read(try #require(layer.instance.bytecode(of: "frame")))
        #expect(frame.parameterNames == ["dt"])
        #expect(frame.code.map(\.opcode) == [.return1, .return0])
        for global in ["print", "scene", "nothing"] { #expect(layer.instance.bytecode(of: global) == nil) }
    }

    @Test func `a dump that ends early is an error, wherever it ends`() throws {
        for text in BytecodeCorpus.texts {
            let dump = BytecodeCorpus.dump(text)
            #expect(!dump.isEmpty)
            for length in stride(from: 0, to: dump.count, by: max(dump.count / 150, 1)) {
                #expect(throws: BytecodeError.self) { try BytecodeReader.read(Array(dump[..<length])) }
            }
            #expect(throws: BytecodeError.trailing) { try BytecodeReader.read(dump + [0]) }
        }
    }

    @Test(arguments: [
        (0, "signature"), (4, "version"), (5, "format"), (8, "data"), (12, "sizes"), (14, "sizes"), (15, "integer"),
        (30, "number"),
    ])
    func `another header is refused by its part`(place: Int, part: String) {
        var dump = BytecodeCorpus.dump("return 1")
        dump[place] ^= 0x40
        #expect(throws: BytecodeError.header(part)) { try BytecodeReader.read(dump) }
    }

    @Test func `whatever is changed in a dump gives an error or a sound function`() throws {
        var stream = RandomStream(seed: 4)
        for text in BytecodeCorpus.texts.prefix(4) {
            let dump = BytecodeCorpus.dump(text)
            for _ in 0..<400 {
                var changed = dump
                for _ in 0...stream.integer(in: 0...3) {
                    let place = Int(stream.integer(in: 0...Int64(dump.count - 1)))
                    changed[place] = UInt8(truncatingIfNeeded: stream.next())
                }
                guard let function = try? BytecodeReader.read(changed) else { continue }
                for inner in function.all { #expect(throws: Never.self) { try inner.checkOperands() } }
            }
        }
    }

    @Test func `functions nested deeper than Lua allows are an error and no overflow`() {
        // A chunk whose only function is itself again, as far as the bytes go.
        let dump = BytecodeCorpus.dump("return 1")
        let head: [UInt8] = [0x80, 0x80, 0x80, 0, 0, 2, 0x81, 0x48, 0, 0, 0, 0x80, 0x80, 0x81]
        let nested = Array(dump[..<32]) + (0..<20_000).flatMap { _ in head }
        #expect(throws: BytecodeError.nesting) { try BytecodeReader.read(nested) }
    }
}
