import SnowHost

/// The reference as Markdown: a heading a section, tables for what has one line, a heading for each other function.
struct ReferenceMarkdown {
    /// The text, ending in a newline.
    private(set) var text = ""

    /// Writes `sections` one after the other.
    init(of sections: [ReferenceSection]) {
        for section in sections {
            let type = section.typeName.map { " In types: `\($0)`." } ?? ""
            text += (text.isEmpty ? "" : "\n") + "### \(section.title)\n\n\(section.lead)\(type)\n"
            let functions = section.entries.filter { !$0.signatures.isEmpty }
            let others = section.entries.filter(\.signatures.isEmpty)
            if !others.isEmpty { append(others, in: section, isTable: functions.isEmpty) }
            let brief = functions.filter(Self.fitsRow)
            if brief.count * 2 > functions.count {
                append(brief, in: section)
                for function in functions where !Self.fitsRow(function) { append(function, in: section) }
            } else {
                for function in functions { append(function, in: section) }
            }
        }
    }

    /// Whether a function is told in one line.
    private static func fitsRow(_ entry: ReferenceEntry) -> Bool {
        let values = entry.signatures.flatMap { $0.parameters + $0.results }
        return entry.errors.isEmpty && entry.details.isEmpty && values.allSatisfy(\.about.isEmpty)
    }

    private mutating func append(_ others: [ReferenceEntry], in section: ReferenceSection, isTable: Bool) {
        text += "\n"
        guard isTable else {
            for entry in others {
                guard case .value(let type, _, _, _) = entry.shape else { continue }
                text += "- `\(section.callPrefix)\(entry.name)` (`\(type)`): \(Self.about(entry))\n"
            }
            return
        }
        let columns: [(title: String, cell: (ReferenceEntry) -> String)] = [
            ("", { Self.code($0.name) }), ("type", { Self.code(Self.type(of: $0)) }), ("unit", Self.unit),
            ("default", Self.initial), ("", { section.isReadOnly ? $0.about : Self.about($0) }),
        ]
        let shown = columns.filter { column in others.contains { !column.cell($0).isEmpty } }
        text += Self.row(shown.map(\.title)) + Self.row(shown.map { _ in "---" })
        for entry in others { text += Self.row(shown.map { $0.cell(entry) }) }
        for detail in others.flatMap(\.details) { text += "\n\(detail)\n" }
    }

    private mutating func append(_ functions: [ReferenceEntry], in section: ReferenceSection) {
        guard !functions.isEmpty else { return }
        text += "\n" + Self.row(["", "gives", ""]) + Self.row(["---", "---", "---"])
        for function in functions {
            let calls = function.signatures.map { Self.code(section.callPrefix + function.name + $0.text) }
            let results = Self.code(function.signatures.first?.resultText ?? "")
            text += Self.row([calls.joined(separator: " "), results, function.about])
        }
    }

    private mutating func append(_ function: ReferenceEntry, in section: ReferenceSection) {
        let calls = function.signatures.map { Self.code(section.callPrefix + function.name + $0.text) }
        text += "\n#### \(calls.joined(separator: " "))\n\n"
        text += ([function.about] + function.details).joined(separator: " ") + "\n"
        var items: [String] = []
        var told: Set<String> = []
        for value in function.signatures.flatMap(\.parameters) where told.insert(value.name).inserted {
            let words = "`\(value.name)` (`\(value.type)`)"
            items.append(value.about.isEmpty ? words : words + ": " + value.about)
        }
        let results = function.signatures.flatMap(\.results)
        for value in results {
            let words = value.name.isEmpty ? "gives `\(value.type)`" : "gives `\(value.name)` (`\(value.type)`)"
            items.append(value.about.isEmpty ? words : words + ": " + value.about)
        }
        for error in function.errors { items.append("error: " + error) }
        if !items.isEmpty { text += "\n" + items.map { "- \($0)\n" }.joined() }
    }

    // Cells

    private static func type(of entry: ReferenceEntry) -> String {
        if case .value(let type, _, _, _) = entry.shape { type } else { "" }
    }

    private static func unit(of entry: ReferenceEntry) -> String {
        if case .value(_, let unit, _, _) = entry.shape { unit } else { "" }
    }

    private static func initial(of entry: ReferenceEntry) -> String {
        if case .value(_, _, let initial, _) = entry.shape { initial } else { "" }
    }

    private static func about(_ entry: ReferenceEntry) -> String {
        guard case .value(_, _, _, isReadOnly: true) = entry.shape else { return entry.about }
        return entry.about + " (read only)"
    }

    private static func code(_ text: String) -> String {
        text.isEmpty ? "" : "`\(text)`"
    }

    /// A row of a table; a bar within a cell would end it.
    private static func row(_ cells: [String]) -> String {
        let escaped = cells.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
        return "|" + escaped.map { $0.isEmpty ? " |" : " \($0) |" }.joined() + "\n"
    }
}
