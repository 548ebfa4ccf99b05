/// One instruction of Lua 5.4, whose operands are read out of its 32 bits.
///
/// Opcode 7 bits, A 8, k 1, B 8, C 8, from the lowest on; Bx takes the place of k, B and C, and Ax of all but the opcode.
package struct Instruction: Hashable, Sendable {
    /// The 32 bits.
    package let bits: UInt32
    /// What it does.
    package let opcode: Opcode

    /// Takes the bits apart; nil where they begin with no opcode of Lua 5.4.
    package init?(bits: UInt32) {
        guard let opcode = Opcode(rawValue: UInt8(bits & 0x7F)) else { return nil }
        self.bits = bits
        self.opcode = opcode
    }

    /// A register in most instructions.
    package var a: Int { Int(bits >> 7 & 0xFF) }
    /// A register, a constant or a small number.
    package var b: Int { Int(bits >> 16 & 0xFF) }
    /// A register, a constant or a small number.
    package var c: Int { Int(bits >> 24) }
    /// Makes a constant of the last operand, or turns a test round.
    package var k: Bool { bits >> 15 & 1 == 1 }
    /// B as a number from -127 to 128.
    package var sB: Int { b - 127 }
    /// C as a number from -127 to 128.
    package var sC: Int { c - 127 }
    /// 17 bits without a sign.
    package var bx: Int { Int(bits >> 15) }
    /// 17 bits as a number from -65535 to 65536.
    package var sBx: Int { bx - 65535 }
    /// 25 bits without a sign.
    package var ax: Int { Int(bits >> 7) }
    /// The distance of a jump, from the instruction behind it.
    package var sJ: Int { ax - 16_777_215 }

    /// An instruction of three operands, put together.
    static func bits(_ opcode: Opcode, a: Int, k: Bool = false, b: Int, c: Int = 0) -> UInt32 {
        UInt32(opcode.rawValue) | UInt32(a) << 7 | (k ? 1 << 15 : 0) | UInt32(b) << 16 | UInt32(c) << 24
    }

    /// One of two operands.
    static func bits(_ opcode: Opcode, a: Int, bx: Int) -> UInt32 {
        UInt32(opcode.rawValue) | UInt32(a) << 7 | UInt32(bx) << 15
    }
}
