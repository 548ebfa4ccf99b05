/// What is known, before an instruction of an `update`, of the values and of the flake.
struct StagedState: Hashable {
    /// A register's value.
    struct Register: Hashable {
        var isNumber = false
        /// The fields that it may have been read from, by their bits, without having got another name since.
        var fields: UInt32 = 0
        var callee = Callee.unknown
    }

    /// What a call of a register's value would call.
    enum Callee: Hashable {
        case unknown
        /// What lies at the place of this number.
        case path(Int)
        /// A method of the flake.
        case method
    }

    var registers: [Register]
    /// The fields that may have been written.
    var written: UInt32 = 0
    /// Whether something may have run that sees, changes or removes flakes.
    var isOver = false
    /// Whether functions may have changed since the call began.
    var isDirty = false

    /// What is known where two ways meet.
    mutating func merge(_ other: StagedState) {
        for index in registers.indices {
            let theirs = other.registers[index]
            if !theirs.isNumber { registers[index].isNumber = false }
            registers[index].fields |= theirs.fields
            if registers[index].callee != theirs.callee { registers[index].callee = .unknown }
        }
        written |= other.written
        isOver = isOver || other.isOver
        isDirty = isDirty || other.isDirty
    }

    /// Forgets registers: they hold anything.
    mutating func forget(_ range: Range<Int>) {
        for index in range where index < registers.count { registers[index] = Register() }
    }

    /// Forgets a register and all behind it, as a call does.
    mutating func forget(from first: Int) { forget(first..<registers.count) }
}
