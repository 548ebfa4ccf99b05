import SnowHost

/// The types of all that scripts see, written for the Lua language server: a Lua file that declares and does nothing.
struct TypeStubs {
    /// What the file is called.
    static let fileName = "snowscript.lua"
    /// The first line of every such file: it tells the language server that nothing here is run.
    static let mark = "---@meta snowscript\n"

    /// The file's text.
    private(set) var text = Self.mark

    /// Writes down everything there is.
    init() {
        text +=
            "-- What snowscript \(Program.version) lends to scripts. Made by `snowscript api --stubs`; do not edit.\n"
        appendAliases()
        appendClasses()
        for section in Reference.sections where section.prefix.isEmpty && !section.isOfLua {
            for entry in section.entries { append(entry) }
        }
    }

    /// Writes the file into a folder, which is made where it is missing.
    ///
    /// - Returns: Its path, and whether it was not there already as it is now.
    /// - Throws: When it cannot be written, or another file is in its place.
    static func write(to folder: FilePath) throws(NewFile.Failure) -> (path: FilePath, isChanged: Bool) {
        let path = folder.appending(FilePath(fileName))
        let bytes = Array(TypeStubs().text.utf8)
        try NewFile.makeFolder(folder)
        guard let old = try? FileSystem.read(path, limit: 1 << 20) else {
            try NewFile.create(path, bytes)
            return (path, true)
        }
        if old == bytes { return (path, false) }
        guard old.starts(with: mark.utf8) else {
            throw NewFile.Failure(path: path, words: "it is there and no work of this command; name another folder")
        }
        try NewFile.replace(path, bytes)
        return (path, true)
    }

    private mutating func appendAliases() {
        for section in Reference.sections {
            guard let name = section.typeName, section.entries.allSatisfy({ $0.shape == .word }) else { continue }
            text += "\n---@alias \(name)\n"
            for entry in section.entries {
                for word in section.words(of: entry) { text += "---| \"\(word)\" # \(entry.about)\n" }
            }
            if section.entries.contains(where: { $0.name.contains("(") }) {
                text += "---| string # one with numbers\n"
            }
        }
    }

    private mutating func appendClasses() {
        for section in Reference.sections {
            guard let name = section.typeName, section.entries.contains(where: { $0.shape != .word }) else { continue }
            text += "\n---\(section.lead)\n---@class \(name)\n"
            // What the host makes is whole; of what a script writes, each key may be left out but a list's first.
            for entry in section.entries {
                append(field: entry, isOptional: !section.isPrefixWritten && entry.name.first != "[")
            }
            if name == "Flake" {
                for method in FlakeInterface.methods { append(method: method) }
                appendDeclaredFields()
            }
            if name == "Animation" {
                for field in FlakeInterface.builtIn where field.isAnimatable {
                    append(field: field.reference, isOptional: true, tellsDefault: false)
                }
                appendDeclaredFields()
            }
        }
        text += "\n---What a flake is given at its birth, or an animation starts from.\n---@class FlakeFields\n"
        for field in FlakeInterface.builtIn where field.isWritable { append(field: field.reference, isOptional: true) }
        appendDeclaredFields()
    }

    private mutating func appendDeclaredFields() {
        text += "---@field [string] number a field that the header declares\n"
    }

    private mutating func append(field entry: ReferenceEntry, isOptional: Bool, tellsDefault: Bool = true) {
        guard case .value(let type, let unit, let initial, let isReadOnly) = entry.shape else { return }
        let notes = [
            unit, initial.isEmpty || !tellsDefault ? "" : "default \(initial)", isReadOnly ? "read only" : "",
        ].filter { !$0.isEmpty }.joined(separator: ", ")
        let about = notes.isEmpty ? entry.about : "\(entry.about) (\(notes))"
        let plainType = isOptional && type.hasSuffix("?") ? String(type.dropLast()) : type
        text += "---@field \(entry.name)\(isOptional ? "?" : "") \(plainType) \(about)\n"
    }

    private mutating func append(method: ReferenceEntry) {
        for signature in method.signatures {
            let own = ReferenceEntry.Value("self", "Flake")
            let type = ReferenceEntry.Signature([own] + signature.parameters, gives: signature.results).functionType
            text += "---@field \(method.name) \(type) \(method.about)\n"
        }
    }

    private mutating func append(_ entry: ReferenceEntry) {
        text += "\n"
        var paragraphs = [[entry.about]] + entry.details.map { [$0] }
        if !entry.errors.isEmpty { paragraphs.append(["Errors:"] + entry.errors.map { " - " + $0 }) }
        text += paragraphs.map { $0.map { "---\($0)\n" }.joined() }.joined(separator: "---\n")
        guard let main = entry.signatures.first else {
            guard case .value(let type, _, _, _) = entry.shape else { return }
            text += "---@type \(type)\n\(entry.name) = nil\n"
            return
        }
        for parameter in main.parameters {
            let name = parameter.name + (parameter.isOptional ? "?" : "")
            text += "---@param \(name) \(parameter.type)\(parameter.about.isEmpty ? "" : " " + parameter.about)\n"
        }
        for result in main.results {
            text += "---@return \(result.type)\(result.name.isEmpty ? "" : " " + result.name)"
            text += (result.about.isEmpty ? "" : " # " + result.about) + "\n"
        }
        for other in entry.signatures.dropFirst() { text += "---@overload \(other.functionType)\n" }
        text += "function \(entry.name)(\(main.parameters.map(\.name).joined(separator: ", "))) end\n"
    }
}

extension ReferenceEntry.Signature {
    /// `fun(x: number, y?: number): number`.
    fileprivate var functionType: String {
        let takes = parameters.map { $0.name + ($0.isOptional ? "?" : "") + ": " + $0.type }.joined(separator: ", ")
        let gives = results.map(\.type).joined(separator: ", ")
        return "fun(\(takes))" + (gives.isEmpty ? "" : ": " + gives)
    }
}

extension ReferenceSection {
    /// Whether the language server knows it already.
    fileprivate var isOfLua: Bool { entries == LuaLibrary.basic }

    /// The words that an entry stands for: itself, or the forms of an easing's family; none where it takes numbers.
    fileprivate func words(of entry: ReferenceEntry) -> [String] {
        if entry.name.contains("(") { return [] }
        guard typeName == "Easing", let forms = Easing.forms(of: entry.name) else { return [entry.name] }
        return forms
    }
}
