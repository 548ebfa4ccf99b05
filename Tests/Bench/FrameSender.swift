/// A program that sends the frames of a file to a terminal: this one, or one that is held beside it.
struct FrameSender {
    /// What sending came to, all frames but the first together.
    struct Cost {
        var frames: Int
        var bytes: Int
        var seconds: Double
        /// What was allocated after the first second; none where nobody counted.
        var allocations: Int?
    }

    private let program: String
    private let words: [String]
    /// Where a program that was built lies.
    private let folder: TemporaryFolder?

    /// The encoder of this project.
    static func own() -> FrameSender {
        FrameSender(program: CommandLine.arguments[0], words: ["encoder"], folder: nil)
    }

    /// ncurses, which a small C program of the folder Peers calls; nil where it cannot be built.
    static func curses() throws -> FrameSender? {
        let folder = try TemporaryFolder()
        let program = "\(folder.path)/curses"
        let source = "\(Peer.folder)/curses.c"
        guard compile([source, "-o", program, "-lncursesw", "-ltinfo"]) else { return nil }
        return FrameSender(program: program, words: [], folder: folder)
    }

    /// Compiles C; the compiler's words are not shown.
    private static func compile(_ words: [String]) -> Bool {
        let build = try? PseudoTerminal("/usr/bin/cc", ["-O2", "-w"] + words)
        return build?.readToEnd() == .exited(0)
    }

    /// Sends the frames, with every allocation counted; nil where they cannot be.
    func countAllocations(_ file: String, columns: Int, rows: Int) throws -> Int? {
        let folder = try TemporaryFolder()
        let library = "\(folder.path)/allocations.so"
        guard Self.compile(["-shared", "-fPIC", "\(Peer.folder)/allocations.c", "-o", library]) else { return nil }
        return try send(file, columns: columns, rows: rows, environment: ["LD_PRELOAD": library])?.allocations
    }

    /// Sends the frames; nil when that fails.
    func send(_ file: String, columns: Int, rows: Int, environment: [String: String] = [:]) throws -> Cost? {
        let terminal = try PseudoTerminal(
            program, words + [file, String(columns), String(rows)],
            environment: environment.merging(["TERM": "xterm-256color"]) { $1 }, columns: columns, rows: rows)
        guard terminal.readToEnd() == .exited(0) else { return nil }
        let output = terminal.text
        guard let begin = output.firstRange(of: "\u{1B}]begin\u{1B}\\"),
            let end = output.firstRange(of: "\u{1B}]ended\u{1B}\\")
        else { return nil }
        let counts = output.split(whereSeparator: \.isWhitespace).suffix(3)
        guard counts.count == 3, let frames = Int(counts[counts.startIndex + 1]),
            let seconds = counts.last.flatMap({ Double($0) })
        else { return nil }
        return Cost(
            frames: frames, bytes: output.utf8.distance(from: begin.upperBound, to: end.lowerBound), seconds: seconds,
            allocations: counts.first.flatMap { Int($0) })
    }
}
