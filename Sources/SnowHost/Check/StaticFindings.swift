/// What the texts of a script tell without being run.
struct StaticFindings {
    /// A text and what it does.
    private struct Text {
        let module: Module
        let survey: CodeSurvey
    }

    private let texts: [Text]
    private let linker: Linker
    private let instance: Instance?
    private var findings: [Finding] = []
    /// All globals that some text gives a value.
    private let assigned: Set<String>
    private let read: Set<String>
    private let words: Set<String>

    /// Globals of Lua's that a script does without.
    private static let withheld: Set<String> = [
        "collectgarbage", "debug", "dofile", "io", "loadfile", "os", "package", "warn",
    ]

    /// The findings on a script of these modules.
    ///
    /// - Parameter instance: Its instance, which knows what was made by other means than assignments; nil where it
    ///   did not load.
    static func of(_ modules: [Module], linker: Linker, instance: Instance?) -> [Finding] {
        var findings = StaticFindings(modules, linker, instance)
        // What an unseen module defines cannot be told apart from what nothing does.
        if instance == nil, findings.read.contains("require") { return [] }
        findings.look()
        return findings.findings
    }

    private init(_ modules: [Module], _ linker: Linker, _ instance: Instance?) {
        texts = modules.sorted { $0.name < $1.name }.compactMap { module in
            guard let bytes = module.bytecode(), let chunk = try? BytecodeReader.read(bytes) else { return nil }
            return Text(module: module, survey: CodeSurvey(of: chunk))
        }
        self.linker = linker
        self.instance = instance
        let uses = texts.flatMap(\.survey.globals)
        assigned = Set(uses.filter(\.isWrite).map(\.name))
        read = Set(uses.filter { !$0.isWrite }.map(\.name))
        words = texts.reduce(into: []) { $0.formUnion($1.survey.words) }
    }

    private mutating func look() {
        for text in texts {
            var seen: Set<CodeSurvey.GlobalUse> = []
            for use in text.survey.globals where seen.insert(use).inserted {
                use.isWrite ? judgeWrite(use, text.module) : judgeRead(use, text.module)
            }
        }
        if let instance { judgeHeader(instance.manifest, instance.module, instance.context.headerLine) }
    }

    private mutating func add(
        _ severity: Finding.Severity, _ rule: Finding.Rule, _ module: Module, _ line: Int, _ message: String
    ) {
        let finding = Finding(severity, rule, file: module.name, line: line, message)
        if !findings.contains(finding) { findings.append(finding) }
    }

    // Globals

    private var lent: Set<String> {
        Set(StandardImports.names + ["_G", "_VERSION"] + importedNames)
    }

    /// The global functions that the header's imports are.
    private var importedNames: [String] {
        (instance?.manifest.imports ?? []).flatMap { name in Grant(rawValue: name)?.functions ?? [name] }
    }

    private mutating func judgeRead(_ use: CodeSurvey.GlobalUse, _ module: Module) {
        guard !lent.contains(use.name), !assigned.contains(use.name), instance?.hasGlobal(use.name) != true else {
            return
        }
        // Where the script did not load, what it was to be lent is not known.
        guard instance != nil || linker.importName(ofFunction: use.name) == nil else { return }
        // A callback that a script asks for and does not have is nil, and may be.
        guard Export(rawValue: use.name) == nil else { return }
        add(.warning, .unknownGlobal, module, use.line, "unknown global '\(use.name)'" + remedy(for: use.name))
    }

    private func remedy(for name: String) -> String {
        if let needed = linker.importName(ofFunction: name) {
            return "; name it in the header to use it: imports = { \"\(needed)\" }"
        }
        if Self.withheld.contains(name) { return "; scripts do without this part of Lua" }
        let known = StandardImports.names + assigned.sorted() + importedNames
        return Suggestion.nearest(to: name, among: known).map { "; did you mean '\($0)'?" } ?? ""
    }

    private mutating func judgeWrite(_ use: CodeSurvey.GlobalUse, _ module: Module) {
        if lent.contains(use.name) {
            let message =
                use.name == "state"
                ? "'state' is replaced here, and what a save keeps of it is lost; set fields of it instead"
                : "'\(use.name)' is the host's, and hidden from here on; choose another name, or make it local"
            add(.warning, .hiddenImport, module, use.line, message)
        }
        guard let parameters = use.parameters else { return }
        if let export = Export(rawValue: use.name) {
            judgeParameters(parameters, of: export, module, use.functionLine)
        } else if !read.contains(use.name), !words.contains(use.name),
            let nearest = Suggestion.nearest(to: use.name, among: Export.allCases.map(\.rawValue)),
            !assigned.contains(nearest)
        {
            let message = "nothing calls '\(use.name)'; did you mean the callback '\(nearest)'?"
            add(.warning, .misspeltCallback, module, use.functionLine, message)
        }
    }

    private mutating func judgeParameters(
        _ parameters: [String], of export: Export, _ module: Module, _ line: Int
    ) {
        let surplus = parameters.dropFirst(export.arguments.count).map { "'\($0)'" }
        guard !surplus.isEmpty else { return }
        let given = export.arguments.isEmpty ? "nothing" : export.arguments.joined(separator: ", ")
        let names = surplus.joined(separator: ", ") + (surplus.count > 1 ? " are" : " is")
        add(
            .note, .extraParameter, module, line,
            "\(names) always nil: \(export.rawValue) is called with \(given)")
    }

    // Header

    private mutating func judgeHeader(_ manifest: Manifest, _ module: Module, _ headerLine: Int) {
        for field in manifest.fields where !words.contains(field.name) {
            let line = module.line(assigning: field.name, from: headerLine) ?? 1
            add(.warning, .unusedField, module, line, "the field '\(field.name)' is declared and never used")
        }
        guard !texts.contains(where: \.survey.usesParamsAsWhole) else { return }
        for parameter in manifest.parameters where !words.contains(parameter.name) {
            let line = module.line(assigning: parameter.name, from: headerLine) ?? 1
            add(.warning, .unusedParam, module, line, "the param '\(parameter.name)' is declared and never read")
        }
    }

    // Places

    /// Where a module prints in a function, or at all; 1 where it does not.
    static func lineOfPrint(in module: Module) -> Int {
        guard let bytes = module.bytecode(), let chunk = try? BytecodeReader.read(bytes) else { return 1 }
        let prints = CodeSurvey(of: chunk).globals.filter { $0.name == "print" || $0.name == "log" }
        return (prints.first { !$0.isOutermost } ?? prints.first)?.line ?? 1
    }
}
