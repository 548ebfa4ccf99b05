import SnowHost

/// A command's help, laid out for 80 columns.
struct HelpPage {
    /// How much is told.
    enum Length: Equatable, Sendable {
        /// One line a flag.
        case short
        /// All there is.
        case long
    }

    /// The page, ending in a newline.
    private(set) var text = ""
    private let isBold: Bool

    /// Lays out the page; `isBold` marks the headings for a terminal.
    init(of command: Command, length: Length, isBold: Bool = StandardStream.output.showsStyles) {
        self.isBold = isBold
        let isRoot = command.name.isEmpty
        append(
            Paragraph(isRoot ? "snowscript \(Program.version): \(command.brief)" : "\(command.line): \(command.brief)"))
        if length == .long {
            for paragraph in command.detail.split(separator: "\n") {
                text += "\n"
                append(Paragraph(String(paragraph)))
            }
        }

        heading("Usage")
        append(Paragraph(command.usage, indent: 2))
        if isRoot {
            append(Paragraph("snowscript COMMAND [FLAGS] …", indent: 2))
            heading("Commands")
            append(
                Command.all.map {
                    ([$0.name, $0.operands.usage].filter { !$0.isEmpty }.joined(separator: " "), $0.brief)
                })
        }

        heading("Flags")
        switch length {
        case .short: append(command.flags.map { ($0.spelling, $0.brief) })
        case .long: describe(command.flags)
        }

        if length == .long, !command.keys.isEmpty {
            heading("Keys")
            append(command.keys.map { ($0.spelling, $0.about) })
            text += "\n"
            append(Paragraph(ControlKey.sharing, indent: 2))
        }

        if !command.examples.isEmpty {
            heading("Examples")
            append(command.examples.map { ($0.line, $0.purpose) })
        }
        if length == .long, command.flags.contains(where: \.isSetting) {
            heading("Settings")
            for paragraph in Configuration.words { append(Paragraph(paragraph, indent: 2)) }
            append(Configuration.names.map { (Configuration.variable(for: $0), Configuration.meaning(of: $0)) })
        }
        if length == .long {
            heading("Exit status")
            append(ExitStatus.documented.map { (String($0.rawValue), $0.meaning) } + [("128+n", "ended by signal n")])
        } else {
            text += "\n"
            append(Paragraph("\(command.line) --help tells more."))
        }
    }

    /// Puts the page on standard output.
    func print() -> ExitStatus {
        StandardStream.output.print(text)
    }

    private mutating func describe(_ flags: [Flag]) {
        for (index, flag) in flags.enumerated() {
            if index > 0 { text += "\n" }
            append(Paragraph(flag.spelling, indent: 2))
            append(Paragraph(flag.detail, indent: 10))
            append(flag.choices.map { ($0.name, $0.brief) }, indent: 10)
        }
    }

    private mutating func heading(_ title: String) {
        text += isBold ? "\n\u{1B}[1m\(title)\u{1B}[0m\n" : "\n\(title)\n"
    }

    private mutating func append(_ paragraph: Paragraph) {
        text += paragraph.text
    }

    /// Two aligned columns; a right side that does not fit is wrapped in its column.
    private mutating func append(_ rows: [(left: String, right: String)], indent: Int = 2) {
        let column = indent + (rows.map(\.left.count).max() ?? 0) + 2
        for row in rows {
            let gap = String(repeating: " ", count: column - indent - row.left.count)
            append(Paragraph(row.right, indent: column, first: String(repeating: " ", count: indent) + row.left + gap))
        }
    }
}
