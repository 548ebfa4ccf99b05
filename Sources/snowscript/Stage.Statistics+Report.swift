import SnowHost

extension Stage.Statistics {
    /// The counts as lines of text, in the order in which a frame comes about.
    func report(cpuSeconds: Double) -> String {
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
        func share(_ part: Int, of whole: Int) -> String {
            whole > 0 ? Self.text(Double(part) / Double(whole) * 100) + " %" : "none"
        }
        func elided(_ count: Int, besides done: Int) -> String { share(count, of: count + done) + " elided" }
        let lines = [
            (
                "frames",
                "\(frames) stepped, \(framesSent) sent, \(framesDropped) dropped, \(framesHeld) held for --max-bps"
            ),
            ("cells", "\(output.cellsDrawn) drawn, \(elided(output.cellsElided, besides: output.cellsDrawn))"),
            ("styles", "\(output.styleChanges) changes, \(elided(output.stylesElided, besides: output.styleChanges))"),
            ("motions", "\(output.motions) sent, \(elided(output.motionsElided, besides: output.motions))"),
            ("bytes a frame", "min \(frameSizes.least), median \(frameSizes.median), max \(frameSizes.most)"),
            ("sent", "\(Self.text(Double(byteCount) / 1000)) kB, \(Self.text(bytesPerSecond / 1000)) kB/s"),
            (
                "CPU", seconds > 0 ? "\(Self.text(cpuSeconds / seconds * 100)) % of a core" : "none"
            ),
        ]
        return lines.map { name, text in
            name + String(repeating: " ", count: 15 - name.count) + text + "\n"
        }.joined()
    }

    /// A number with one digit behind the point.
    private static func text(_ number: Double) -> String {
        let tenths = (number * 10).rounded()
        guard abs(tenths) < 1e15 else { return "\(number)" }
        let whole = Int(tenths)
        return "\(whole / 10).\(whole % 10)"
    }
}
