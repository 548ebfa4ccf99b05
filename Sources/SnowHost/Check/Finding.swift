/// One thing that is wrong, or looks wrong, with a script.
package struct Finding: Hashable, Sendable {
    /// How sure it is that something is wrong.
    package enum Severity: String, CaseIterable, Sendable {
        /// The script stopped, or would not start.
        case error
        /// It looks like a mistake.
        case warning
        /// Worth knowing.
        case note
    }

    /// What was found. The raw values are stable names.
    package enum Rule: String, CaseIterable, Sendable {
        /// The text is not Lua, the header or an import is not as it must be, or a callback trapped.
        case trap
        /// It traps only while every param is at an end of its range.
        case trapAtParamRange = "trap-at-param-range"
        /// It traps only after a save took its place.
        case trapAfterSave = "trap-after-save"
        /// A global is read that nothing defines.
        case unknownGlobal = "unknown-global"
        /// A function has nearly the name of a callback, and nothing uses it.
        case misspeltCallback = "misspelt-callback"
        /// A global of the host's gets another value.
        case hiddenImport = "hidden-import"
        /// A declared field that the script never names.
        case unusedField = "unused-field"
        /// A declared param that the script never names.
        case unusedParam = "unused-param"
        /// A callback has a parameter that the host gives nothing for.
        case extraParameter = "extra-parameter"
        /// `state` holds what a save does not keep.
        case lostState = "lost-state"
        /// A line or more is printed in each frame.
        case printStorm = "print-storm"
        /// `update` is called for each flake, because it does what cannot be compiled.
        case interpretedUpdate = "interpreted-update"
        /// Two runs with one seed did not show the same.
        case notRepeatable = "not-repeatable"
    }

    package let severity: Severity
    package let rule: Rule
    /// The file as the script was named; a required one by its path beside it.
    package let file: String
    /// Counted from 1; the first line for what concerns the whole file.
    package let line: Int
    /// What is wrong, in one sentence, with the remedy last. May hold any character.
    package let message: String

    init(_ severity: Severity, _ rule: Rule, file: String, line: Int, _ message: String) {
        self.severity = severity
        self.rule = rule
        self.file = file
        self.line = max(line, 1)
        self.message = message
    }

    /// `file:line: severity: message`, fit for a terminal.
    package var text: String {
        "\(PlainText.escaped(file)):\(line): \(severity.rawValue): \(PlainText.escaped(message))"
    }

    /// Errors first, then by place.
    static func precedes(_ left: Finding, _ right: Finding) -> Bool {
        let severities = Severity.allCases
        let ranks = [left, right].map { severities.firstIndex(of: $0.severity) ?? 0 }
        return (ranks[0], left.file, left.line, left.message) < (ranks[1], right.file, right.line, right.message)
    }
}
