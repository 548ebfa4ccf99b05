import SnowHost

/// What is known of a terminal and chosen for it, as text.
struct Diagnosis {
    /// A fact: its name, its value, and what is worth saying about it.
    fileprivate struct Fact {
        let name: String
        let value: String
        let remark: String

        /// What comes from the environment or the terminal drives no other one.
        init(name: String, value: String, remark: String = "") {
            self.name = name
            self.value = PlainText.escaped(value)
            self.remark = PlainText.escaped(remark)
        }
    }

    private let sections: [(title: String, facts: [Fact])]

    /// A diagnosis of a terminal; `size` is nil where there is none.
    ///
    /// - Parameters:
    ///   - wishes: What is set for every show.
    ///   - places: What sets it, by the flag that it stands for.
    ///   - refusal: Why no show can be seen; nil where one can.
    ///   - locksDown: Whether every show is locked down.
    init(
        of terminal: Capabilities, size: TerminalSize?, wishes: Presentation.Wishes = .init(),
        places: [String: String] = [:], refusal: String? = nil, locksDown: Bool = true
    ) {
        sections = [
            ("environment", Self.environment(of: terminal)),
            ("terminal", Self.answers(of: terminal, size: size)),
            ("chosen", Self.choices(for: terminal, size, wishes, places, refusal)),
            ("sandbox", Self.sandbox(Lockdown.offered, locksDown, places)),
        ]
    }

    private static func environment(of terminal: Capabilities) -> [Fact] {
        let set = TerminalEnvironment.names.filter { terminal.environment[$0] != nil }
        return set.map { Fact(name: $0, value: terminal.environment[$0] ?? "") }
    }

    private static func answers(of terminal: Capabilities, size: TerminalSize?) -> [Fact] {
        guard let size else {
            return [Fact(name: "answers", value: "none", remark: "standard input or output is not a terminal")]
        }
        func word(_ value: Bool?) -> String { value.map { $0 ? "yes" : "no" } ?? "unknown" }
        let isAsked = terminal.takesQuestions
        let cell = terminal.cellPixels ?? size.cellPixels
        var facts = [
            Fact(
                name: "answers", value: terminal.hasAnswered ? "yes" : "none",
                remark: isAsked ? "" : "not asked: it would print the questions"),
            Fact(name: "program", value: terminal.identity?.description ?? "unknown"),
            Fact(name: "multiplexer", value: terminal.multiplexer?.rawValue ?? "none"),
        ]
        if let hasPassthrough = terminal.hasPassthrough {
            facts.append(
                Fact(
                    name: "passthrough", value: word(hasPassthrough),
                    remark: hasPassthrough
                        ? "--passthrough sends pixels through tmux"
                        : "no answer came through tmux; set -g allow-passthrough on lets it through"))
        }
        return facts + [
            Fact(name: "size", value: "\(size.columns)x\(size.rows)", remark: "cells"),
            Fact(
                name: "cell", value: cell.map { "\($0.width)x\($0.height)" } ?? "unknown",
                remark: cell == nil ? "" : "pixels"),
            Fact(name: "utf-8", value: word(terminal.isUTF8), remark: terminal.locale == nil ? "no locale is set" : ""),
            Fact(name: "sync", value: word(terminal.hasSynchronizedUpdate), remark: "mode 2026"),
            Fact(
                name: "sixel", value: word(terminal.hasSixel),
                remark: pixels(.sixel, terminal.hasSixel, terminal, size)),
            Fact(
                name: "kitty-graphics", value: word(terminal.hasKittyGraphics),
                remark: pixels(.kitty, terminal.hasKittyGraphics, terminal, size)),
        ]
    }

    /// What asking for a blitter that draws pixels would come to.
    private static func pixels(
        _ blitter: BlitterName, _ has: Bool?, _ terminal: Capabilities, _ size: TerminalSize
    ) -> String {
        guard has == true else { return "" }
        let shown = Presentation(on: terminal, wishes: .init(blitter: blitter), size: size)
        return shown.blitter.value == blitter
            ? "--blitter \(blitter.rawValue) draws pixels, for many bytes" : shown.blitter.reason
    }

    private static func choices(
        for terminal: Capabilities, _ size: TerminalSize?, _ wishes: Presentation.Wishes, _ places: [String: String],
        _ refusal: String?
    ) -> [Fact] {
        let show = Fact(name: "show", value: refusal == nil ? "yes" : "no", remark: refusal ?? "")
        if Show.placesNoText(terminal.environment) { return [show] }
        let shown = Presentation(on: terminal, wishes: wishes, size: size)
        func fact(_ name: String, _ value: String, _ reason: String, _ placeholder: String) -> Fact {
            let setting = places[name].map { "set by \($0)" }
            let why = reason == Presentation.asked ? setting ?? reason : setting.map { "\(reason); \($0)" } ?? reason
            return Fact(name: name, value: value, remark: "\(why); --\(name) \(placeholder) chooses otherwise")
        }
        return [
            show,
            fact("blitter", shown.blitter.value.rawValue, shown.blitter.reason, "NAME"),
            fact("color", shown.depth.value.rawValue, shown.depth.reason, "MODE"),
            fact("background", shown.ground.value.rawValue, shown.ground.reason, "KIND"),
            Fact(name: "sync", value: shown.isSynchronized.value ? "on" : "off", remark: shown.isSynchronized.reason),
        ]
    }

    /// What holds scripts: the Lua that runs them, and the walls behind it.
    private static func sandbox(_ walls: Lockdown.Walls, _ locksDown: Bool, _ places: [String: String]) -> [Fact] {
        let setting = places["no-lockdown"].map { "set by \($0)" }
        return [
            Fact(name: "lua", value: LinkedLua.version, remark: "the system's release"),
            Fact(name: "landlock", value: "\(walls.landlock)", remark: "restricts which files can be opened"),
            Fact(name: "seccomp", value: "\(walls.seccomp)", remark: "restricts system calls"),
            Fact(
                name: "lockdown", value: locksDown ? "on" : "off",
                remark: setting ?? "before a script is compiled; --no-lockdown turns it off"),
        ]
    }

    /// A section a paragraph, aligned.
    var text: String {
        let names = sections.flatMap(\.facts).map(\.name.count).max() ?? 0
        return sections.filter { !$0.facts.isEmpty }.map { section in
            section.title + "\n"
                + section.facts.map { fact in
                    let gap = String(repeating: " ", count: names - fact.name.count + 2)
                    let remark = fact.remark.isEmpty ? "" : "  (\(fact.remark))"
                    return "  \(fact.name)\(gap)\(fact.value)\(remark)\n"
                }.joined()
        }.joined(separator: "\n")
    }

    /// A member a section, in each a member a fact.
    var document: JSONValue {
        .object(
            sections.map { section in
                JSONValue.Member(section.title, .object(section.facts.map { JSONValue.Member($0.name, $0.document) }))
            })
    }
}

extension Diagnosis.Fact {
    fileprivate var document: JSONValue {
        let remarks = remark.isEmpty ? [] : [JSONValue.Member("remark", .string(remark))]
        return .object([JSONValue.Member("value", .string(value))] + remarks)
    }
}
