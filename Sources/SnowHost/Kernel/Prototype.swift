/// A function as Lua 5.4 compiled it, with all that its debug information tells.
///
/// Whatever an instruction refers to is there: the reader has looked.
package struct Prototype: Hashable, Sendable {
    /// A constant of the function.
    package enum Constant: Hashable, Sendable {
        case `nil`
        case boolean(Bool)
        case integer(Int64)
        case number(Double)
        case string([UInt8])

        /// The text of a string, with broken UTF-8 repaired; nil for others.
        package var text: String? {
            guard case .string(let bytes) = self else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A variable of an enclosing function.
    package struct Upvalue: Hashable, Sendable {
        /// Empty where the compiler gave none.
        package let name: String
        /// Whether it is a register of the function around this one, and not one of its upvalues.
        package let isInRegister: Bool
        /// The register, or the upvalue, of the function around this one.
        package let index: Int
        /// 0 plain, 1 const, 2 to be closed, 3 a compile-time constant.
        package let kind: UInt8
    }

    /// A local variable, and where it lives.
    package struct Local: Hashable, Sendable {
        package let name: String
        /// Instructions in whose reach the variable is.
        package let range: Range<Int>
    }

    /// The chunk, as Lua names it; that of the function around it where it has none of its own.
    package let source: String
    /// The line of its beginning; 0 for a whole chunk.
    package let firstLine: Int
    /// The line of its end; 0 for a whole chunk.
    package let lastLine: Int
    package let parameterCount: Int
    package let isVararg: Bool
    /// Registers that it needs.
    package let registerCount: Int
    package let code: [Instruction]
    package let constants: [Constant]
    package let upvalues: [Upvalue]
    /// The functions that are written in it.
    package let nested: [Prototype]
    /// The line of each instruction.
    package let lines: [Int]
    package let locals: [Local]

    /// The names of its parameters.
    package var parameterNames: [String] {
        locals.prefix(parameterCount).map(\.name)
    }

    /// This function and all that are written in it, outer ones first.
    package var all: [Prototype] {
        [self] + nested.flatMap(\.all)
    }
}
