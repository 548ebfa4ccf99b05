/// Where the parts of a function lie in its dump that a twin of it has otherwise.
struct BytecodeLayout: Hashable, Sendable {
    /// The byte with the number of parameters.
    var parameterCount = 0
    /// The byte with the number of registers.
    var registerCount = 0
    /// The first instruction.
    var code = 0
    /// The number of local variables.
    var localCount = 0
    /// Where the description of each local variable ends; those of the parameters are the first.
    var localEnds: [Int] = []
}
