extension Easing {
    private static let named: [(name: String, easing: Easing)] = {
        var table: [(String, Easing)] = [("linear", .linear), ("in", .in), ("out", .out), ("in-out", .inOut)]
        for family in Family.allCases {
            // The bare name of a family is its -in-out form, as `animate` is in-out by default.
            table.append((family.name, .family(family, .inOut)))
            for form in Form.allCases { table.append((family.name + form.suffix, .family(family, form))) }
        }
        return table
    }()

    /// What an easing can be called, for suggestions and documentation; the last two stand for what takes numbers.
    public static let allNames: [String] = named.map(\.name) + ["steps(n)", "cubic-bezier(x1,y1,x2,y2)"]

    /// What can be called an easing, and how each goes, as phrases: a name of `allNames`, or one for a family's forms.
    package static let descriptions: [(name: String, about: String)] =
        [
            ("linear", "constant pace"), ("in", "slow at first: `cubic-bezier(.42,0,1,1)`"),
            ("out", "slow at last: `cubic-bezier(0,0,.58,1)`"),
            ("in-out", "slow at both ends: `cubic-bezier(.42,0,.58,1)`"),
        ] + Family.allCases.map { ($0.name, $0.about) } + [
            ("steps(n)", "n equal jumps, each at the end of its time"),
            ("cubic-bezier(x1,y1,x2,y2)", "a curve with two control points, as in CSS"),
        ]

    /// The names of a family's forms, the bare one first; nil for what is no family.
    package static func forms(of name: String) -> [String]? {
        guard let family = Family.allCases.first(where: { $0.name == name }) else { return nil }
        return [family.name] + Form.allCases.map { family.name + $0.suffix }
    }

    /// The easing that `text` names: one of `allNames`, `steps(4)`, or `cubic-bezier(.4,0,.6,1)`.
    ///
    /// Blanks around the numbers are skipped. Nil when there is no such easing, or its numbers are out of range.
    public init?(parsing text: some StringProtocol) {
        guard text.utf8.count <= 128 else { return nil }
        if let entry = Self.named.first(where: { $0.name == text }) {
            self = entry.easing
            return
        }
        guard text.last == ")", let open = text.firstIndex(of: "(") else { return nil }
        let inner = Substring(text[text.index(after: open)..<text.index(before: text.endIndex)])
        let arguments = inner.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        let easing: Easing?
        switch text[..<open] {
        case "steps" where arguments.count == 1:
            easing = Int(arguments[0]).flatMap(Easing.steps)
        case "cubic-bezier" where arguments.count == 4:
            let numbers = arguments.compactMap { Double($0) }
            guard numbers.count == 4 else { return nil }
            easing = .cubicBezier(numbers[0], numbers[1], numbers[2], numbers[3])
        case _:
            return nil
        }
        guard let easing else { return nil }
        self = easing
    }

    private static func trimmed(_ part: Substring) -> Substring {
        let start = part.drop { $0 == " " }
        guard let last = start.lastIndex(where: { $0 != " " }) else { return "" }
        return start[...last]
    }
}
