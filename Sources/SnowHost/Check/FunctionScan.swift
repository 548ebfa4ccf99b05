/// One pass over the instructions of a function, for `CodeSurvey`.
struct FunctionScan {
    let function: Prototype
    /// The upvalues that are the table of globals.
    let environment: Set<Int>
    let isOutermost: Bool

    private(set) var globals: [CodeSurvey.GlobalUse] = []
    private(set) var words: Set<String> = []
    private(set) var fieldLines: [String: Int] = [:]
    private(set) var usesParamsAsWhole = false

    private var registers = RegisterTracker()
    /// The register of `plugin` while its header is put together.
    private var headerRegister: Int?

    init(function: Prototype, environment: Set<Int>, isOutermost: Bool) {
        self.function = function
        self.environment = environment
        self.isOutermost = isOutermost
    }

    /// Looks at every instruction.
    mutating func run() {
        for place in function.code.indices { look(at: place) }
    }

    private func constant(_ index: Int) -> String? { function.constants[index].text }

    private mutating func look(at place: Int) {
        let it = function.code[place]
        var content: RegisterTracker.Content?
        switch it.opcode {
        case .getUpval:
            if environment.contains(it.b) { content = .environment }
        case .loadK:
            content = constant(it.bx).map { .string($0) }
            note(constant(it.bx))
        case .loadKX: note(constant(function.code[place + 1].ax))
        case .eqK: note(constant(it.b))
        case .move: content = registers[it.b]
        case .closure: content = .closure(it.bx)
        case .getTabUp:
            if let name = constant(it.c) {
                content = environment.contains(it.b) ? read(name, at: place) : nil
                if content == nil { note(name) }
            }
        case .setTabUp:
            if environment.contains(it.a), let name = constant(it.b) {
                write(name, at: place)
            } else {
                note(constant(it.b))
            }
            noteValue(it)
        case .getField, .getTable:
            let name = it.opcode == .getField ? constant(it.c) : registers.string(it.c)
            if registers[it.b] == .environment, let name {
                content = read(name, at: place)
            } else {
                note(name)
            }
        case .setField, .setTable:
            let name = it.opcode == .setField ? constant(it.b) : registers.string(it.b)
            if registers[it.a] == .environment, let name {
                write(name, at: place)
            } else if let name {
                note(name)
                if fieldLines[name] == nil, headerRegister == nil { fieldLines[name] = function.lines[place] }
            }
            noteValue(it)
        case .setI: noteValue(it)
        case .self: note(it.k ? constant(it.c) : registers.string(it.c))
        case .call:
            if it.a == headerRegister { headerRegister = nil }
        default: break
        }
        registers.step(it, writing: content)
    }

    /// What the header says is a declaration, and no use.
    private mutating func note(_ word: String?) {
        if let word, headerRegister == nil { words.insert(word) }
    }

    private mutating func noteValue(_ instruction: Instruction) {
        if instruction.k { note(constant(instruction.c)) }
    }

    private mutating func read(_ name: String, at place: Int) -> RegisterTracker.Content {
        globals.append(use(name, at: place, isWrite: false))
        let register = function.code[place].a
        if name == "plugin", isOutermost, headerRegister == nil { headerRegister = register }
        if name == "params", !isFieldTaken(from: register, behind: place) { usesParamsAsWhole = true }
        return .global(name)
    }

    private mutating func write(_ name: String, at place: Int) {
        globals.append(use(name, at: place, isWrite: true))
    }

    private func use(_ name: String, at place: Int, isWrite: Bool) -> CodeSurvey.GlobalUse {
        let it = function.code[place]
        var written: Prototype?
        if isWrite, !it.k, case .closure(let number) = registers[it.c] { written = function.nested[number] }
        return CodeSurvey.GlobalUse(
            name: name, line: function.lines[place], isWrite: isWrite, parameters: written?.parameterNames,
            functionLine: written?.firstLine ?? 0, isOutermost: isOutermost)
    }

    /// Whether a field of a known name is what is wanted of the value in `register`.
    private func isFieldTaken(from register: Int, behind place: Int) -> Bool {
        // A name that is far down in the list of constants is loaded first.
        guard let next = function.code[(place + 1)...].first(where: { $0.opcode != .loadK }) else { return false }
        guard next.b == register else { return false }
        return next.opcode == .getField || next.opcode == .getTable && isLoaded(next.c, behind: place)
    }

    private func isLoaded(_ register: Int, behind place: Int) -> Bool {
        let next = function.code[place + 1]
        return next.opcode == .loadK && next.a == register
    }
}
