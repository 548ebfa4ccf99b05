import Testing

@testable import SnowHost

/// The reference names what a linked script really finds, no more and no less.
@Suite struct ReferenceTests {
    /// A linker that grants everything, and the header that asks for it.
    static var everything: (linker: Linker, header: String) {
        var linker = Linker()
        for grant in Grant.allCases { linker.grant(grant) }
        let names = Grant.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return (linker, "plugin { imports = { \(names) } }\n")
    }

    /// What a script prints that is granted everything.
    static func printed(by source: String) -> [String] {
        let image = try? Image(width: 1, height: 1, pixels: [0xFFFF_FFFF])
        return transcript(
            of: everything.header + source, linker: everything.linker, images: image.map { ["a": $0] } ?? [:])
    }

    @Test func `every global and every function of a library is in it, and nothing else`() {
        let source = """
            for name, value in pairs(_G) do
              print(name, type(value))
              if type(value) == "table" and name ~= "_G" and name ~= "state" then
                for key, member in pairs(value) do print(name .. "." .. key, type(member)) end
              end
            end
            function frame() end
            """
        let found = Self.printed(by: source).filter { !$0.hasPrefix("frame ") }
        let own = StandardImports.entries + Grant.allCases.flatMap(\.references)
        var expected = LuaLibrary.tables.map { "\($0.name)    table" }
        for (prefix, entries) in [("", own + LuaLibrary.basic)] + LuaLibrary.tables.map({ ("\($0.name).", $0.entries) })
        {
            for entry in entries { expected.append("\(prefix)\(entry.name)    \(Self.type(of: entry))") }
        }
        #expect(Set(found).subtracting(expected).sorted() == [])
        #expect(Set(expected).subtracting(found).sorted() == [])
    }

    /// What `type` says of it.
    private static func type(of entry: ReferenceEntry) -> String {
        guard case .value(let type, _, _, let isReadOnly) = entry.shape else { return "function" }
        switch type {
        case "number", "integer": return "number"
        case "string": return "string"
        default: return isReadOnly ? "userdata" : "table"
        }
    }

    @Test func `what stands in a table of imports stands in a section, under a name of its own`() {
        let sections = Reference.sections.flatMap(\.entries)
        let own = StandardImports.entries + FlakeInterface.builtIn.map(\.reference) + FlakeInterface.methods
        let lua = LuaLibrary.basic + LuaLibrary.tables.flatMap(\.entries)
        for entry in own + lua + Grant.allCases.flatMap(\.references) + Export.allCases.map(\.reference) {
            #expect(sections.contains(entry), "\(entry.name)")
        }
        let paths = Reference.places.map(\.path)
        #expect(Set(paths).count == paths.count)
        let titles = Reference.sections.map(\.title)
        #expect(Set(titles).count == titles.count)
    }

    @Test(arguments: Reference.sections.map(\.title))
    func `everything is described, functions in sentences and the rest in phrases`(title: String) throws {
        let section = try #require(Reference.sections.first { $0.title == title })
        #expect(section.lead.hasSuffix("."))
        #expect(!section.entries.isEmpty)
        for entry in section.entries {
            #expect(!entry.about.isEmpty, "\(entry.name)")
            if entry.signatures.isEmpty {
                #expect(entry.about.first?.isUppercase == false && !entry.about.hasSuffix("."), "\(entry.name)")
            } else {
                #expect(entry.about.first?.isUppercase == true, "\(entry.name)")
                #expect(entry.about.hasSuffix(".") || entry.about.hasSuffix("…"), "\(entry.name)")
            }
            #expect(entry.details.allSatisfy { $0.hasSuffix(".") }, "\(entry.name)")
            let phrases = entry.signatures.flatMap { $0.parameters + $0.results }.map(\.about) + entry.errors
            #expect(phrases.allSatisfy { !$0.hasSuffix(".") && $0.first?.isUppercase != true }, "\(entry.name)")
            let texts = [entry.about] + entry.details + phrases
            #expect(texts.allSatisfy { $0.count { $0 == "`" }.isMultiple(of: 2) }, "\(entry.name)")
        }
    }

    // Functions

    /// A value of a type, written in Lua.
    private static let samples = [
        "number": "1", "integer": "1", "string": "\"a\"", "table": "{}", "function": "print", "any": "1",
        "boolean": "true", "Flake": "spawn()", "FlakeFields": "{}", "Animation": "{}", "TextOptions": "{}",
        "SnowpackOptions": "{}", "SceneryOptions": "{}",
        "thread": "coroutine.create(print)", "Header": "{}", "BackdropOptions": "{}",
    ]

    private static func sample(of value: ReferenceEntry.Value) -> String? {
        samples[String(value.type.prefix { $0 != "|" && $0 != "?" })]
    }

    /// Every function that can be called anywhere, with the arguments that one of its ways to call it wants.
    private static let calls: [(path: String, signature: ReferenceEntry.Signature, arguments: [String])] =
        Reference.places.filter { place in
            // The host calls callbacks, a header belongs to the text, and there is no file to require.
            !["Callbacks"].contains(place.section.title) && !["plugin", "require"].contains(place.entry.name)
        }.flatMap { place in
            place.entry.signatures.map { signature in
                let path =
                    place.section.prefix == "flake:" ? "spawn():\(place.entry.name)" : place.path
                return (path, signature, signature.parameters.filter { $0.name != "..." }.compactMap(sample))
            }
        }

    /// What comes of a call within a callback and within a coroutine: true and the number of results, or false and
    /// the error.
    private static func outcome(of path: String, _ arguments: [String]) -> String {
        let call = "\(path)(\(arguments.joined(separator: ", ")))"
        return printed(
            by: """
                function init()
                  local results = table.pack(pcall(coroutine.wrap(function() return \(call) end)))
                  print(results[1], results[1] and results.n - 1 or results[2])
                end
                """
        ).last ?? ""
    }

    @Test func `a function is content with the arguments that must be there, and with all`() {
        #expect(Self.calls.count > 90)
        for (path, signature, arguments) in Self.calls where path != "error" && path != "string.unpack" {
            #expect(arguments.count == signature.parameters.count { $0.name != "..." }, "\(path): a sample is missing")
            let required = Array(arguments.prefix(signature.argumentCount.lowerBound))
            let outcome = Self.outcome(of: path, Self.corrected(required, of: path))
            #expect(outcome.hasPrefix("true"), "\(path): \(outcome)")
            // A next key must be in the table, a level or a base must be sensible.
            guard !["next", "tonumber", "load", "utf8.offset"].contains(path) else { continue }
            let full = Self.outcome(of: path, Self.corrected(arguments, of: path))
            #expect(full.hasPrefix("true"), "\(path): \(full)")
        }
    }

    /// Samples that are right by their meaning where any of the type would not do.
    private static func corrected(_ arguments: [String], of path: String) -> [String] {
        switch path {
        case "string.pack", "string.packsize": ["\"i4\""] + (path == "string.pack" ? ["1"] : [])
        case "utf8.codepoint": Array(["\"a\"", "1", "1", "true"].prefix(arguments.count))
        case "table.concat": Array(["{}", "\"\"", "1", "0"].prefix(arguments.count))
        case "table.unpack": Array(["{}", "1", "0"].prefix(arguments.count))
        case "math.random" where arguments.count == 2: ["1", "2"]
        case "setmetatable": ["{}", "nil"]
        case "select": ["1"]
        default: arguments
        }
    }

    @Test func `a function asks for each argument that must be there`() {
        for (path, signature, arguments) in Self.calls {
            let required = signature.argumentCount.lowerBound
            // Of several ways to call, each has a number of arguments of its own. Lua's unpack takes the length of whatever it
            // is given, and raises an error about that.
            guard required > 0, !path.hasPrefix("spawn():"), path != "random", path != "math.random",
                path != "table.insert", path != "table.unpack"
            else { continue }
            for count in 0..<required {
                // What may be anything may be nothing.
                let isLenient =
                    signature.parameters[count].type == "any" && ["pcall", "assert"].contains(path) == false
                let outcome = Self.outcome(of: path, Array(Self.corrected(arguments, of: path).prefix(count)))
                if isLenient, outcome.hasPrefix("true") { continue }
                // A function may look at its arguments in any order.
                let isAsked = (count + 1...required).contains { outcome.contains("bad argument #\($0)") }
                #expect(outcome.hasPrefix("false") && isAsked, "\(path) with \(count): \(outcome)")
            }
        }
    }

    @Test func `what a function of the host's is said to give, it gives`() {
        let own = StandardImports.names.prefix(StandardImports.own.count) + Grant.allCases.flatMap(\.functions)
        for (path, signature, arguments) in Self.calls where own.contains(path) || path.hasPrefix("spawn():") {
            let expected = path == "flakes" ? 3 : signature.results.count
            #expect(Self.outcome(of: path, arguments) == "true    \(expected)", "\(path)")
        }
    }
}
