import SnowHost

extension CheckReport {
    /// A line for each finding, and one for what was measured.
    func text(isStyled: Bool) -> String {
        let lines = findings.map { $0.text(isStyled: isStyled) } + (measures.map { [summary($0)] } ?? [])
        return lines.map { $0 + "\n" }.joined()
    }

    private func summary(_ measures: Measures) -> String {
        let frames =
            measures.frames == measures.framesAsked
            ? Self.count(measures.frames, "frame")
            : "\(measures.frames) of \(Self.count(measures.framesAsked, "frame"))"
        let parts = [
            frames, "at most \(measures.mostFlakes) of \(Self.count(measures.flakeLimit, "flake"))",
            "Lua: \(measures.peakMemory >> 10) KiB, \(Self.milliseconds(measures.luaMedian)) ms a frame "
                + "(95% below \(Self.milliseconds(measures.lua95)))",
            Self.words(on: measures.repetition),
        ]
        return "\(PlainText.escaped(script)): \(parts.joined(separator: "; "))"
    }

    private static func count(_ number: Int, _ word: String) -> String {
        number == 1 ? "1 \(word)" : "\(number) \(word)s"
    }

    private static func words(on repetition: Repetition?) -> String {
        switch repetition {
        case nil: "not repeated"
        case .same: "the same twice"
        case .differs(let frame, let columns, let rows): "not the same from frame \(frame) on (\(columns)x\(rows))"
        }
    }

    /// With two digits behind the point.
    private static func milliseconds(_ seconds: Double) -> String {
        let hundredths = Int((seconds * 1e5).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }
}

extension Finding {
    /// The line with its severity in colour, or plain.
    fileprivate func text(isStyled: Bool) -> String {
        guard isStyled else { return text }
        let color =
            switch severity {
            case .error: 31
            case .warning: 33
            case .note: 36
            }
        let word = "\(severity.rawValue):"
        guard let range = text.firstRange(of: word) else { return text }
        return "\(text[..<range.lowerBound])\u{1B}[1;\(color)m\(word)\u{1B}[0m\(text[range.upperBound...])"
    }
}
