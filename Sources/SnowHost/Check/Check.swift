/// Looks for what is wrong with a script: reads what it does, and plays it at several sizes with every kind of key.
///
/// All limits of the sandbox hold, and a rehearsal is cut short when its time is over, so that every check ends; measures
/// tell how many frames were run.
package struct Check {
    private let module: Module
    private let linker: Linker
    private let options: Layer.Options
    private let sizes: [TerminalSize]
    private let frameCount: Int
    /// CPU time of the frames of a rehearsal, seconds.
    private let longTime: Double

    private var findings: [Finding] = []

    /// The same of a shorter one.
    private var shortTime: Double { longTime / 4 }

    /// Checks a script.
    ///
    /// - Parameters:
    ///   - options: The seed and the limits that it runs with.
    ///   - size: The picture's size in cells; nil for several.
    ///   - frames: How many are played in all, each at one of the sizes.
    ///   - time: The CPU time after which a rehearsal is cut short; there are two of that length, and three of a quarter
    ///     of it.
    package static func run(
        _ module: Module, linker: Linker = Linker(), options: Layer.Options = Layer.Options(),
        size: (columns: Int, rows: Int)? = nil, frames: Int = 600, time: Duration = .seconds(10)
    ) -> CheckReport {
        let sizes = size.map { [TerminalSize(columns: $0.columns, rows: $0.rows)] } ?? RehearsalPlan.sizes
        var check = Check(
            module: module, linker: linker, options: options, sizes: sizes, frameCount: frames, time: time)
        let measures = check.look()
        let findings = check.findings.sorted(by: Finding.precedes)
        return CheckReport(script: module.name, findings: findings, measures: measures)
    }

    /// What is said of a script that does not even compile.
    package static func report(on trap: Trap, of script: String) -> CheckReport {
        CheckReport(script: script, findings: [finding(.error, .trap, trap, of: script)], measures: nil)
    }

    private init(
        module: Module, linker: Linker, options: Layer.Options, sizes: [TerminalSize], frameCount: Int, time: Duration
    ) {
        self.module = module
        self.linker = linker
        self.options = options
        self.sizes = sizes
        self.frameCount = frameCount
        longTime = time.seconds
    }

    private static func finding(
        _ severity: Finding.Severity, _ rule: Finding.Rule, _ trap: Trap, of script: String,
        _ words: (String) -> String = { $0 }
    ) -> Finding {
        Finding(
            severity, rule, file: trap.file.isEmpty ? script : trap.file, line: trap.line, words(trap.message))
    }

    private mutating func add(
        _ severity: Finding.Severity, _ rule: Finding.Rule, _ trap: Trap, _ words: (String) -> String = { $0 }
    ) {
        findings.append(Self.finding(severity, rule, trap, of: module.name, words))
    }

    private mutating func look() -> CheckReport.Measures? {
        let first: Playing
        do throws(Trap) {
            first = try Playing(rehearsal())
        } catch {
            add(.error, .trap, error)
            addStatic(StaticFindings.of([module], linker: linker, instance: nil))
            return nil
        }
        let plan = RehearsalPlan(sizes: sizes, frameCount: frameCount)
        first.play(plan, within: longTime)
        if let trap = first.layer.trap { add(.error, .trap, trap) }
        let instance = first.layer.instance
        addStatic(StaticFindings.of(Array(instance.sources), linker: linker, instance: instance))
        if case .interpreted(let refusal) = first.layer.updateMode, refusal.line > 0 {
            let message = "update is interpreted: \(refusal.reason)"
            findings.append(Finding(.note, .interpretedUpdate, file: refusal.file, line: refusal.line, message))
        }
        lookAtState(of: instance)
        lookAtLog(of: instance, frames: first.hashes.count)
        let repetition = playAgain(first, plan)
        if first.layer.trap == nil {
            playAtParamRanges()
            playAcrossSave()
        }
        return first.measures(of: plan, repetition)
    }

    private func rehearsal() throws(Trap) -> Rehearsal {
        try Rehearsal(
            module: module, linker: linker, options: options, columns: sizes[0].columns, rows: sizes[0].rows)
    }

    /// What a trap says already needs no second line.
    private mutating func addStatic(_ more: [Finding]) {
        let traps = findings
        findings += more.filter { finding in
            !traps.contains { trap in
                guard trap.file == finding.file, trap.line == finding.line else { return false }
                let quoted = finding.message.split(separator: "'").dropFirst().first ?? ""
                return trap.message.contains("'\(quoted)'")
            }
        }
    }

    /// Plays the plan once more with the same seed; nil where the script did not load again.
    private mutating func playAgain(_ first: Playing, _ plan: RehearsalPlan) -> CheckReport.Repetition? {
        guard let rehearsal = try? rehearsal() else { return nil }
        let second = Playing(rehearsal)
        second.play(plan, within: longTime)
        let pairs = zip(first.hashes, second.hashes)
        guard let frame = pairs.enumerated().first(where: { $1.0 != $1.1 })?.offset else { return .same }
        let size = plan.size(of: frame)
        let message = "two runs with one seed differ from frame \(frame + 1) on, at \(size.columns)x\(size.rows)"
        findings.append(Finding(.note, .notRepeatable, file: module.name, line: 1, message))
        return .differs(frame: frame + 1, columns: size.columns, rows: size.rows)
    }

    /// All params at their least, then all at their greatest: what the header allows must work.
    private mutating func playAtParamRanges() {
        for (word, bound) in [("least", \Parameter.minimum), ("greatest", \Parameter.maximum)] {
            guard let rehearsal = try? rehearsal() else { return }
            let parameters = rehearsal.layer.instance.manifest.parameters.filter { $0[keyPath: bound].isFinite }
            for parameter in parameters { try? rehearsal.layer.set(parameter.name, to: parameter[keyPath: bound]) }
            guard !parameters.isEmpty else { continue }
            let playing = Playing(rehearsal)
            playing.play(RehearsalPlan(sizes: sizes, frameCount: max(frameCount / 4, 1)), within: shortTime)
            guard let trap = playing.layer.trap else { continue }
            add(.error, .trapAtParamRange, trap) { "\($0) (with all params at their \(word))" }
            return
        }
    }

    /// The same text takes its own place, as with a save that changes nothing.
    private mutating func playAcrossSave() {
        guard let rehearsal = try? rehearsal() else { return }
        let plan = RehearsalPlan(sizes: [sizes[0]], frameCount: max(frameCount / 8, 1))
        let playing = Playing(rehearsal)
        playing.play(plan, within: shortTime)
        do throws(Trap) {
            try rehearsal.layer.reload(module: module)
            playing.play(plan, within: shortTime)
            if let trap = rehearsal.layer.trap { throw trap }
        } catch {
            add(.warning, .trapAfterSave, error) {
                "after a save: \($0) (init does not run again; what only it sets is lost)"
            }
        }
    }

    private mutating func lookAtState(of instance: Instance) {
        guard let state = instance.plainState else {
            if instance.trap?.reason == .deadline { return }
            let message = "a save would lose 'state': it is not a table of at most 1 MiB, or nested too deeply"
            findings.append(Finding(.warning, .lostState, file: module.name, line: 1, message))
            return
        }
        guard case .table(let table) = state, let lost = Self.lost(in: table) else { return }
        let line = instance.sources.lazy.compactMap { $0.line(assigning: lost.name, from: 1) }.first
        let message = "a save would lose state\(lost.path): it is a \(lost.type), and only plain data is kept"
        findings.append(Finding(.warning, .lostState, file: module.name, line: line ?? 1, message))
    }

    /// The first entry that is no plain data: its path, the last name in it, and what it is.
    private static func lost(in table: Value.Table) -> (path: String, name: String, type: String)? {
        for entry in table.entries {
            let name = entry.key.text
            let step = name.map { ".\($0)" } ?? "[\(entry.key.asNumber.map(Parameter.text) ?? entry.key.typeName)]"
            switch entry.value {
            case .other(let type): return (step, name ?? "", type)
            case .table(let inner):
                if let lost = lost(in: inner) {
                    return (step + lost.path, lost.name.isEmpty ? name ?? "" : lost.name, lost.type)
                }
            case .nil, .boolean, .integer, .number, .string, .handle: continue
            }
        }
        return nil
    }

    private mutating func lookAtLog(of instance: Instance, frames: Int) {
        guard frames >= 60, instance.log.count >= frames else { return }
        let count = instance.log.count / frames
        let message =
            "\(count == 1 ? "a line is" : "\(count) lines are") printed in each frame; the log keeps the last "
            + "\(instance.log.capacity)"
        let line = StaticFindings.lineOfPrint(in: module)
        findings.append(Finding(.warning, .printStorm, file: module.name, line: line, message))
    }
}
