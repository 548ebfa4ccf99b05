import SnowHost

extension Command {
    /// Names the bundled scripts.
    static let list = Command(
        name: "list",
        brief: "name the bundled scripts",
        detail: "Names each bundled script on a line, with what it says about itself.",
        operands: .none,
        flags: [.help],
        examples: [],
        run: { _ in StandardStream.output.print(listing(about: about)) }
    )

    private static func about(_ script: BundledScript) -> String? {
        guard let module = try? Script(operand: script.name).module(),
            let layer = try? Layer(module: module, width: 80, height: 48)
        else { return nil }
        return layer.instance.manifest.about
    }

    /// A line a script: its name and, aligned, what `about` knows of it.
    static func listing(about: (BundledScript) -> String?) -> String {
        let scripts = BundledScript.all
        let column = (scripts.map(\.name.count).max() ?? 0) + 2
        return scripts.map { script in
            guard let words = about(script) else { return script.name + "\n" }
            return script.name + String(repeating: " ", count: column - script.name.count) + words + "\n"
        }.joined()
    }
}
