import SnowHost
import Testing

@testable import snowscript

/// The stubs, read back, hold what the table of imports holds.
@Suite struct TypeStubsTests {
    /// A field of a class: its type, and whether it may be left out.
    private struct Field: Equatable {
        let type: String
        let isOptional: Bool
    }

    /// A function: its parameters with their types, what it gives, and its other ways to be called.
    private struct Function: Equatable {
        var parameters: [String] = []
        var results: [String] = []
        var overloads: [String] = []
    }

    /// The annotations of a file of stubs.
    private struct Annotations {
        var aliases: [String: [String]] = [:]
        var classes: [String: [String: Field]] = [:]
        var functions: [String: Function] = [:]
        var values: [String: String] = [:]
        /// Lines that are not understood.
        var strange: [String] = []

        init(parsing text: String) {
            var name = ""
            var function = Function()
            var type = ""
            for line in text.split(separator: "\n") {
                guard line.hasPrefix("---") else {
                    if line.hasPrefix("function ") {
                        let open = line.firstIndex(of: "(") ?? line.endIndex
                        functions[String(line[line.index(line.startIndex, offsetBy: 9)..<open])] = function
                        let names = function.parameters.map { $0.prefix { $0 != "?" && $0 != ":" } }
                        if line.suffix(from: open) != "(\(names.joined(separator: ", "))) end" {
                            strange.append(String(line))
                        }
                        function = Function()
                    } else if line.hasSuffix(" = nil") {
                        values[String(line.dropLast(6))] = type
                    } else if !line.hasPrefix("-- ") {
                        strange.append(String(line))
                    }
                    continue
                }
                let (tag, rest) = Self.split(line.dropFirst(3))
                switch tag {
                case "@alias":
                    name = rest
                    aliases[name] = []
                case "|": aliases[name]?.append(rest.split(separator: "#")[0].filter { $0 != "\"" && $0 != " " })
                case "@class":
                    name = rest
                    classes[name] = [:]
                case "@field":
                    // An index in brackets is part of the name.
                    let (key, after) = Self.split(rest)
                    let isOptional = key.hasSuffix("?")
                    classes[name]?[isOptional ? String(key.dropLast()) : key] = Field(
                        type: Self.type(at: after), isOptional: isOptional)
                case "@param":
                    let (key, after) = Self.split(rest)
                    function.parameters.append("\(key): \(Self.type(at: after))")
                case "@return": function.results.append(Self.type(at: rest))
                case "@overload": function.overloads.append(rest)
                case "@type": type = rest
                default: if tag.hasPrefix("@"), tag != "@meta" { strange.append(String(line)) }
                }
            }
        }

        private static func split(_ text: some StringProtocol) -> (String, String) {
            let word = text.prefix { $0 != " " }
            return (String(word), String(text.dropFirst(word.count + 1)))
        }

        /// The type that `text` starts with: blanks within brackets, and behind a colon or a comma, belong to it.
        private static func type(at text: String) -> String {
            var depth = 0
            var type = ""
            for character in text {
                if "<({".contains(character) { depth += 1 }
                if ">)}".contains(character) { depth -= 1 }
                if character == " ", depth == 0, type.last != ":", type.last != "," { break }
                type.append(character)
            }
            return type
        }
    }

    private let annotations = Annotations(parsing: TypeStubs().text)

    @Test func `the stubs are Lua, and the language server is told that they run nowhere`() throws {
        let text = TypeStubs().text
        #expect(text.hasPrefix("---@meta"))
        _ = try Module(source: text, name: TypeStubs.fileName)
        #expect(annotations.strange == [])
    }

    @Test func `every global of the host's is declared with its parameters and results`() throws {
        let entries = StandardImports.entries + Grant.allCases.flatMap(\.references) + Export.allCases.map(\.reference)
        for entry in entries {
            guard let main = entry.signatures.first else {
                guard case .value(let type, _, _, _) = entry.shape else { continue }
                #expect(annotations.values[entry.name] == type)
                continue
            }
            let function = try #require(annotations.functions[entry.name], "\(entry.name)")
            #expect(function.parameters == main.parameters.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.type)" })
            #expect(function.results == main.results.map(\.type))
            #expect(function.overloads.count == entry.signatures.count - 1)
        }
        let names = Set(annotations.functions.keys).union(annotations.values.keys)
        #expect(names.symmetricDifference(entries.map(\.name)) == [])
    }

    @Test func `every field, key and option is declared with its type`() {
        for section in Reference.sections {
            guard let name = section.typeName, section.entries.contains(where: { $0.shape != .word }) else { continue }
            for entry in section.entries {
                guard case .value(let type, _, _, _) = entry.shape else { continue }
                let field = annotations.classes[name]?[entry.name]
                let plain = type.hasSuffix("?") ? String(type.dropLast()) : type
                #expect(field?.type == type || (field?.isOptional == true && field?.type == plain), "\(entry.name)")
            }
        }
        let flake = Set(annotations.classes["Flake", default: [:]].keys)
        #expect(flake == Set(FlakeInterface.builtIn.map(\.name) + FlakeInterface.methods.map(\.name) + ["[string]"]))
        let born = annotations.classes["FlakeFields", default: [:]]
        #expect(Set(born.keys) == Set(FlakeInterface.builtIn.filter(\.isWritable).map(\.name) + ["[string]"]))
        let animation = Set(annotations.classes["Animation", default: [:]].keys)
        let animated = FlakeInterface.builtIn.filter(\.isAnimatable).map(\.name)
        #expect(animation == Set(AnimationOption.allCases.map(\.rawValue) + animated + ["[string]"]))
        #expect(annotations.classes["Flake"]?["remove"]?.type == "fun(self: Flake)")
    }

    @Test func `every word is listed`() {
        #expect(annotations.aliases["RemovalReason"] == RemovalReason.allCases.map(\.name))
        let easings = annotations.aliases["Easing"] ?? []
        #expect(easings.last == "string")
        #expect(Set(easings.dropLast()) == Set(Easing.allNames.filter { !$0.contains("(") }))
        #expect(Set(easings).count == easings.count)
    }

    @Test func `every type that is named is declared`() {
        let known = Set(annotations.aliases.keys).union(annotations.classes.keys)
        let functions = annotations.functions.values.flatMap { $0.parameters + $0.results + $0.overloads }
        let fields = annotations.classes.values.flatMap(\.values).map(\.type)
        for type in functions + fields + annotations.values.values {
            for word in type.split(whereSeparator: { !$0.isLetter }) where word.first?.isUppercase == true {
                #expect(known.contains(String(word)), "\(type)")
            }
        }
    }
}
