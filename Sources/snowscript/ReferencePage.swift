import SnowHost

/// The reference, or a part of it, laid out for 80 columns.
struct ReferencePage {
    /// The page, ending in a newline.
    private(set) var text = ""
    private let isBold: Bool

    /// A longer name stands on a line of its own.
    private static let widestName = 26

    /// Words beside a name; `initial` is in a column between them.
    private struct Row {
        var name: String
        var initial = ""
        var words = ""
    }

    /// All of `sections`, a line or two for each entry.
    init(of sections: [ReferenceSection], isBold: Bool) {
        self.isBold = isBold
        for section in sections { append(section) }
    }

    /// What there is to say of `name`; nil where nothing bears it.
    init?(naming name: String, isBold: Bool) {
        self.isBold = isBold
        let places = Reference.places(named: name)
        let sections = Reference.sections(named: name)
        guard !places.isEmpty || !sections.isEmpty else { return nil }
        for place in places { append(place) }
        for section in sections { append(section) }
    }

    // A section

    private mutating func append(_ section: ReferenceSection) {
        headings([section.title])
        append(Paragraph(Self.plain(section.lead), indent: 2))
        text += "\n"
        append(section.entries.flatMap { entry in rows(on: entry, in: section) })
    }

    private func rows(on entry: ReferenceEntry, in section: ReferenceSection) -> [Row] {
        guard case .value(_, let unit, let initial, let isReadOnly) = entry.shape else {
            let calls = entry.signatures.map { section.callPrefix + entry.name + $0.text }
            let first = calls.dropLast().map { Row(name: $0) }
            return first + [Row(name: calls.last ?? entry.name, words: Self.plain(entry.about))]
        }
        let notes = [unit, isReadOnly && !section.isReadOnly ? "read only" : ""].filter { !$0.isEmpty }.joined(
            separator: ", ")
        let about = notes.isEmpty ? entry.about : "\(entry.about) (\(notes))"
        return [
            Row(name: section.callPrefix + entry.name, initial: Self.plain(initial), words: Self.plain(about))
        ]
    }

    private mutating func append(_ rows: [Row]) {
        let nameWidth = rows.map(\.name.count).filter { $0 <= Self.widestName }.max() ?? 0
        let initialWidth = rows.map(\.initial.count).max() ?? 0
        for row in rows {
            var start = "  " + row.name
            if row.words.isEmpty || row.name.count > nameWidth {
                append(Paragraph(row.name, indent: 2))
                start = ""
            }
            guard !row.words.isEmpty else { continue }
            start = Self.padded(start, to: nameWidth + 4)
            if initialWidth > 0 { start = Self.padded(start + row.initial, to: nameWidth + 4 + initialWidth + 2) }
            append(Paragraph(row.words, indent: start.count, first: start))
        }
    }

    // An entry

    private mutating func append(_ place: Reference.Place) {
        let entry = place.entry
        let results = entry.signatures.map { $0.results.isEmpty ? "" : " -> " + $0.resultText }
        let calls = zip(entry.signatures, results).map { place.section.callPrefix + entry.name + $0.text + $1 }
        headings(calls.isEmpty ? [Self.title(of: place)] : calls)
        append(Paragraph(Self.plain(entry.about), indent: 2))
        if case .value(let type, let unit, let initial, let isReadOnly) = entry.shape {
            append(
                [
                    Row(name: "type", words: type), Row(name: "unit", words: unit),
                    Row(name: "default", words: Self.plain(initial)),
                    Row(name: "access", words: isReadOnly ? "read only" : ""),
                ].filter { !$0.words.isEmpty })
        }
        for detail in entry.details {
            text += "\n"
            append(Paragraph(Self.plain(detail), indent: 2))
        }
        append(entry.signatures.flatMap(\.parameters), under: "Takes")
        append(entry.signatures.flatMap(\.results), under: "Gives")
        guard !entry.errors.isEmpty else { return }
        text += "\n  Errors\n"
        for error in entry.errors { append(Paragraph(Self.plain(error), indent: 6, first: "    - ")) }
    }

    /// `flake.width`, or `ease, of animate`.
    private static func title(of place: Reference.Place) -> String {
        if place.entry.shape == .word { return "\"\(place.entry.name)\"" }
        let stem = place.section.prefix.dropLast()
        return place.section.isPrefixWritten ? place.path : "\(place.entry.name), of \(stem)"
    }

    private mutating func append(_ told: [ReferenceEntry.Value], under title: String) {
        guard told.contains(where: { !$0.about.isEmpty || $0.type.first?.isUppercase == true }) else { return }
        text += "\n  \(title)\n"
        let names = told.map { $0.name.isEmpty ? $0.type : $0.name }
        let width = names.map(\.count).max() ?? 0
        for (value, name) in zip(told, names) {
            let type = value.name.isEmpty ? "" : value.type
            let words = [type, Self.plain(value.about)].filter { !$0.isEmpty }.joined(separator: ": ")
            let start = Self.padded("    " + name, to: width + 6)
            append(Paragraph(words, indent: start.count, first: start))
        }
    }

    // Text

    private mutating func headings(_ lines: [String]) {
        if !text.isEmpty { text += "\n" }
        for line in lines { text += isBold ? "\u{1B}[1m\(line)\u{1B}[0m\n" : line + "\n" }
    }

    private mutating func append(_ paragraph: Paragraph) {
        text += paragraph.text
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Without the marks of code, which a terminal would show.
    private static func plain(_ text: String) -> String {
        text.filter { $0 != "`" }
    }
}

extension ReferenceSection {
    /// What stands before a function's name where it is called; keys and words stand alone.
    var callPrefix: String {
        entries.contains { !$0.signatures.isEmpty } ? prefix : ""
    }

    /// Whether all entries are values that can only be read, which the lead says then.
    var isReadOnly: Bool {
        entries.allSatisfy { if case .value(_, _, _, isReadOnly: true) = $0.shape { true } else { false } }
    }
}
