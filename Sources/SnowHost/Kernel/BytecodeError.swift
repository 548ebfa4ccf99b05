/// Why a row of bytes is not the dump of a function that this host can read.
package enum BytecodeError: Error, Hashable, Sendable {
    /// It ends in the middle of something.
    case cutShort
    /// It does not start as a dump of Lua 5.4 does on this machine; the part that differs.
    case header(String)
    /// A number that does not fit what it counts.
    case count
    /// A constant of a kind that Lua 5.4 has not.
    case constant(kind: UInt8)
    /// An instruction whose opcode Lua 5.4 has not.
    case opcode(UInt8)
    /// An instruction that refers to what the function does not have.
    case operand(instruction: Int)
    /// Debug information was left out, or does not fit the code.
    case debug
    /// Functions in functions, deeper than Lua's compiler goes.
    case nesting
    /// There are bytes behind its end.
    case trailing
}
