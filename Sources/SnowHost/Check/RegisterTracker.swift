/// What the registers of a function hold, as far as reading its instructions in order tells.
///
/// Jumps are not followed. Lua's compiler takes a global or a field out of its table right where it is used, so that
/// this is enough to know their names.
struct RegisterTracker {
    /// What a register is known to hold.
    enum Content: Hashable {
        /// The table of globals.
        case environment
        case string(String)
        /// The value of a global.
        case global(String)
        /// A function that is written in this one, by its number.
        case closure(Int)
    }

    private var contents: [Int: Content] = [:]

    subscript(register: Int) -> Content? { contents[register] }

    /// The string in a register; nil where it is not known to hold one.
    func string(_ register: Int) -> String? {
        if case .string(let text) = contents[register] { text } else { nil }
    }

    /// Steps over an instruction that puts `content` into its register A, or something unknown.
    mutating func step(_ instruction: Instruction, writing content: Content?) {
        switch instruction.opcode {
        case .call, .vararg, .forLoop, .forPrep, .tforPrep, .tforCall, .tforLoop, .loadNil:
            contents = contents.filter { $0.key < instruction.a }
        case .self:
            contents[instruction.a] = nil
            contents[instruction.a + 1] = nil
        default:
            if instruction.opcode.writesA { contents[instruction.a] = content }
        }
    }
}
