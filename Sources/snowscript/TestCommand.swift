import SnowHost

extension Command {
    /// Holds a script's frames against a hash.
    static let test = Command(
        name: "test",
        brief: "hold a script's frames against a hash",
        detail: """
            Plays frames of a sixtieth of a second each without a terminal, and makes one hash of all that they show. \
            Without --expect it prints the line that expects that hash, to be pasted where tests are kept; with it, \
            the status is 0 where the frames are the expected ones and 1 where they are not, or where the script \
            traps. Hashes start with a version and a dash, and hold until that version or the way flakes are drawn \
            changes.
            """,
        operands: Operands(placeholder: "FILE|NAME", count: 1...1),
        flags: [
            .value(
                "expect", placeholder: "HASH", brief: "the hash that the frames must have",
                detail: "The hash that the frames must have, as this command prints it.",
                read: FlagValue.hash,
                apply: { options, hash in options.expectedHash = hash }
            ),
            .frames(
                brief: "frames to play (60)",
                detail: "How many frames are played. The default is 60, which is a second."),
            .size(brief: "size in cells (80x24)", detail: "The picture's size in cells. The default is 80x24."),
            .seed(detail: "The default is 1."),
            .set(detail: "Sets a parameter that the script declares in its header. May be repeated."),
            .toggle(
                "verbose", short: "v", brief: "print the hash of each frame, too",
                detail: """
                    Prints a line for each frame with its number and its own hash: where two runs differ for the first \
                    time, their outputs do.
                    """,
                apply: { options in options.isVerbose = true }
            ),
        ] + hostFlags + [.help],
        examples: [
            Example(line: "snowscript test snow.lua", purpose: "print the line to keep"),
            Example(line: "snowscript test snow.lua --seed 7 --frames 300 --size 40x10", purpose: "for other frames"),
            Example(line: "snowscript test snow.lua --expect 1-0123456789abcdef", purpose: "fail when they change"),
        ],
        run: { (options) throws(UsageError) in
            let script = try Script(operand: options.operands[0], library: options.library)
            try Script.lockDown(for: [script], options)
            return try hold(script, options)
        }
    )

    private static func hold(_ script: Script, _ options: Options) throws(UsageError) -> ExitStatus {
        let size = options.size ?? Options.Size(columns: 80, rows: 24)
        let frameCount = options.frameLimit ?? 60
        let rehearsal: Rehearsal
        do throws(Trap) {
            rehearsal = try Rehearsal(
                module: try script.module(), linker: options.linker(for: script), options: options.layer,
                columns: size.columns,
                rows: size.rows)
        } catch {
            error.tell()
            return .fault
        }
        for setting in options.settings { try setting.apply(to: [rehearsal.layer]) }
        var total = FrameHash()
        for frame in 1...frameCount {
            let hash = rehearsal.step(seconds: 1.0 / 60)
            if let trap = rehearsal.layer.trap {
                trap.tell()
                return .fault
            }
            total.add(hash.value)
            guard options.isVerbose else { continue }
            let printed = StandardStream.output.print("frame \(frame) \(FrameHash.digits(hash.value))\n")
            if printed != .success { return printed }
        }
        guard let expected = options.expectedHash else {
            return StandardStream.output.print(options.testLine(size, frameCount, expecting: total) + "\n")
        }
        let isExpected = expected == total.text
        let printed = StandardStream.output.print(verdict(on: script, expected, total) + "\n")
        return isExpected ? printed : .fault
    }

    private static func verdict(on script: Script, _ expected: String, _ total: FrameHash) -> String {
        let name = PlainText.escaped(script.name)
        if expected == total.text { return "\(name): ok" }
        let mismatch = "\(name): expected \(expected), got \(total.text)"
        let isOfThisVersion = expected.hasPrefix("\(FrameHash.version)-")
        return mismatch
            + (isOfThisVersion
                ? "; --verbose shows which frame differs" : "; hashes are made in another way now, make a new one")
    }
}

extension Options {
    /// The line that repeats this test and expects what came.
    func testLine(_ size: Size, _ frameCount: Int, expecting hash: FrameHash) -> String {
        var words = ["snowscript", "test", operands[0].shellWord]
        words += ["--seed", String(seed ?? 1), "--frames", String(frameCount)]
        words += ["--size", "\(size.columns)x\(size.rows)"]
        for setting in settings { words += ["--set", "\(setting.name)=\(setting.value)".shellWord] }
        for grant in grants.map(\.rawValue).sorted() { words += ["--allow", grant] }
        if let memory { words += ["--memory", String(memory)] }
        if let fuel { words += ["--fuel", String(fuel)] }
        words += ["--expect", hash.text]
        return words.joined(separator: " ")
    }
}
