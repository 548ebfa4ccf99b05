import SnowHost

extension Command {
    /// Names the scripts that need no path.
    static let list = Command(
        name: "list",
        brief: "name the scripts that need no path",
        detail: """
            Names each script that is found by its name, with what it says about itself: the bundled ones, then those in \
            the folder of scripts of yours.
            """,
        operands: .none,
        flags: hostFlags.filter { $0.long == "no-lockdown" } + [.help],
        examples: [],
        run: { (options) throws(UsageError) in
            let names = options.library.names
            let scripts = names.map { try? Script(operand: $0, library: options.library) }
            try Script.lockDown(for: scripts.compactMap(\.self), options)
            let found = Dictionary(zip(names, scripts)) { first, _ in first }
            return StandardStream.output.print(listing(names) { found[$0, default: nil].flatMap(about) })
        }
    )

    private static func about(_ script: Script) -> String? {
        guard let module = try? script.module(),
            let layer = try? Layer(module: module, linker: .grantingAll, width: 80, height: 48)
        else { return nil }
        let about = layer.instance.manifest.about
        return about.isEmpty ? nil : PlainText.escaped(about)
    }

    /// A line a script: its name and, aligned, what `about` knows of it.
    static func listing(_ names: [FilePath], about: (FilePath) -> String?) -> String {
        let names = names.map { (name: $0, shown: PlainText.escaped($0.description)) }
        let column = (names.map(\.shown.count).max() ?? 0) + 2
        return names.map { name, shown in
            guard let words = about(name) else { return shown + "\n" }
            return shown + String(repeating: " ", count: column - shown.count) + words + "\n"
        }.joined()
    }
}

extension Linker {
    /// Links whatever a script asks for: it is only asked what it is about, and runs no frame.
    fileprivate static var grantingAll: Linker {
        var linker = Linker()
        for grant in Grant.allCases { linker.grant(grant) }
        return linker
    }
}
