import SnowHost

/// A script that was asked for, with its text.
struct Script: Sendable {
    /// What messages call it: a script's name, or the path as it was typed.
    let name: String
    /// Where it lies; none for a bundled one.
    let path: FilePath?
    let source: [UInt8]
    /// The bundled script that it is; none for a file.
    private let bundled: BundledScript?
    var isBundled: Bool { bundled != nil }

    /// The pictures that come with a bundled script.
    var pictures: [BundledScript.Picture] { bundled?.pictures ?? [] }

    /// Finds what an operand means: a path, or the name of a script of the user's or a bundled one.
    init(operand: FilePath, library: ScriptLibrary) throws(UsageError) {
        name = operand.description
        if Self.isPath(operand) {
            path = operand
            bundled = nil
            source = try Self.read(operand)
        } else if let own = library.ownPath(of: operand) {
            path = own
            bundled = nil
            source = try Self.read(own)
        } else if let script = BundledScript.named(operand.description) {
            path = nil
            bundled = script
            source = script.source
        } else {
            throw Self.unknownName(operand, library)
        }
    }

    /// Whether `operand` means a file: it ends in .lua or has a slash.
    static func isPath(_ operand: FilePath) -> Bool {
        operand.hasSuffix(".lua") || operand.bytes.contains(0x2F)
    }

    /// The text of the file at `path`.
    static func read(_ path: FilePath) throws(UsageError) -> [UInt8] {
        do throws(FileSystem.Failure) {
            return try FileSystem.read(path, limit: Limits.sourceBytes)
        } catch {
            throw UsageError("cannot read \(path.quoted): \(error.words)")
        }
    }

    /// Compiles the text. A bundled script comes with its pictures.
    ///
    /// - Throws: A trap of reason `syntax`.
    func module() throws(Trap) -> Module {
        let images: [String: Image]
        do throws(ImageError) {
            images = try bundled?.images() ?? [:]
        } catch {
            throw Trap(reason: .link, message: error.description, file: name)
        }
        return try Module(
            source: source, name: path?.description ?? name, directory: path?.folder, file: path, images: images)
    }

    /// What to say of a name that no bundled script has.
    static func unknownName(_ name: FilePath, _ library: ScriptLibrary) -> UsageError {
        var remedy = UsageError.suggestion(for: name.description, among: library.names.map(\.description))
        for (file, typed) in [("\(name).lua", "\(name).lua"), (name, "./\(name)")] as [(FilePath, FilePath)]
        where remedy.isEmpty && !name.isEmpty && FileSystem.isFile(file) {
            remedy = "; did you mean the file \(typed.quoted)?"
        }
        return UsageError("no script is called \(name.quoted)\(remedy)", hint: "snowscript list")
    }
}
