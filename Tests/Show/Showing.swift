import Testing

@testable import SnowHost

/// A program at work in a terminal window, and an emulator that reads what it writes.
final class Showing {
    /// How taking the screen begins.
    static let taken = "\u{1B}[?1049h\u{1B}[?25l"
    /// How giving the screen back ends.
    static let givenBack = "\u{1B}[?25h\u{1B}[?1049l"

    let terminal: PseudoTerminal
    let emulator: TerminalEmulator
    /// Whether the window answers what it is asked, as libvterm does.
    var answers = true
    private let folder: TemporaryFolder
    private var fed = 0

    /// Starts `snowscript`, or the executable that is named.
    ///
    /// `scripts` are written to files named `a.lua`, `b.lua` and so on, and added to the arguments; `files`, by
    /// their names, are written only.
    init(
        _ arguments: [String] = [], scripts: [String] = [], executable: String = TestBinary.path,
        environment: [String: String] = ["COLORTERM": "truecolor"], files: [String: String] = [:],
        columns: Int = 80, rows: Int = 24
    ) throws {
        folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        var arguments = arguments
        for (script, name) in zip(scripts, ["a.lua", "b.lua", "c.lua"]) {
            try folder.write(script, to: name)
            arguments.append(name)
        }
        emulator = TerminalEmulator(columns: columns, rows: rows)
        terminal = try PseudoTerminal(
            executable, arguments, environment: environment, columns: columns, rows: rows, folder: folder.path)
    }

    /// Where the scripts lie, and the program starts.
    var scriptFolder: String { folder.path }

    /// Reads, and shows what is read, until something is so; false when the program ends or patience does.
    @discardableResult
    func watch(timeout: Duration = PseudoTerminal.patience, until isSo: () -> Bool) -> Bool {
        terminal.read(
            until: { output in
                show(output)
                return isSo()
            }, timeout: timeout)
    }

    /// Reads until `text` comes, from byte number `start` on.
    @discardableResult
    func watch(for text: String, from start: Int = 0) -> Bool {
        let isThere = terminal.read(until: text, from: start)
        show(terminal.output)
        return isThere
    }

    /// Reads until the first frame begins, which sets the style right.
    @discardableResult
    func watchForFirstFrame() -> Bool { watch(for: "\u{1B}[m") }

    /// Reads until the program has written so much more, so that the show is under way.
    @discardableResult
    func watch(forMoreBytes count: Int) -> Bool {
        let goal = terminal.output.count + count
        return watch { terminal.output.count >= goal }
    }

    /// Reads until the screen shows `text` within a row.
    @discardableResult
    func watch(forShown text: String) -> Bool { watch { emulator.text.contains(text) } }

    /// Reads to the end of the program.
    func watchToEnd() -> ChildProcess.Ending? {
        watch { false }
        return terminal.process.ending
    }

    /// Gives the window another size.
    func resize(columns: Int, rows: Int) {
        emulator.resize(columns: columns, rows: rows)
        terminal.resize(columns: columns, rows: rows)
    }

    private func show(_ output: [UInt8]) {
        guard output.count > fed else { return }
        emulator.feed(output[fed...])
        fed = output.count
        let answer = emulator.takeOutput()
        if answers, !answer.isEmpty { terminal.type(String(decoding: answer, as: UTF8.self)) }
    }

    /// What the program wrote after giving the screen back.
    var textAfterwards: String {
        terminal.text.components(separatedBy: Self.givenBack).last ?? ""
    }

    /// Expects that nothing of the show is left on the terminal, and that the screen was given back once.
    func expectGivenBack(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        let traces = ModeTraces(terminal.output)
        #expect(terminal.attributes == terminal.attributesBefore, comment, sourceLocation: sourceLocation)
        #expect(traces.leftovers.isEmpty, comment, sourceLocation: sourceLocation)
        #expect(traces.count(of: 1049, isOn: true) == 1, comment, sourceLocation: sourceLocation)
        #expect(traces.count(of: 1049, isOn: false) == 1, comment, sourceLocation: sourceLocation)
        #expect(traces.count(of: 25, isOn: true) == 1, comment, sourceLocation: sourceLocation)
        #expect(!emulator.isAlternateScreen, comment, sourceLocation: sourceLocation)
        #expect(emulator.isCursorVisible, comment, sourceLocation: sourceLocation)
        #expect(!textAfterwards.contains("\u{1B}"), comment, sourceLocation: sourceLocation)
    }
}

extension String {
    /// The parts between occurrences of `separator`.
    func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
