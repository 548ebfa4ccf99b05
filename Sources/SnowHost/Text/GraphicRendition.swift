/// SGR, the control sequence that sets colours and attributes (ECMA-48 8.3.117, and the 256 and 24-bit colours of ISO
/// 8613-6 in either of the forms that are in use).
enum GraphicRendition {
    /// Applies what stands before the final `m`: digits, semicolons and colons.
    static func apply(_ parameters: [UInt8], to style: inout CellStyle) {
        let groups = parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { group in
            group.split(separator: 0x3A, omittingEmptySubsequences: false).map(number)
        }
        var place = 0
        while place < groups.count {
            let group = groups[place]
            place += 1
            switch group[0] {
            case 38, 48:
                var values = Array(group.dropFirst())
                if values.isEmpty {
                    // The form with semicolons: as many numbers follow as the kind of colour needs.
                    let count = place < groups.count && groups[place][0] == 2 ? 4 : 2
                    values = groups[place...].prefix(count).map { $0[0] }
                    place += count
                } else if values[0] == 2, values.count > 4 {
                    // The form with colons names a colour space first.
                    values.remove(at: 1)
                }
                guard let color = color(values) else { break }
                if group[0] == 38 { style.foreground = color } else { style.background = color }
            default: apply(group[0], isPlain: group.count < 2 || group[1] != 0, to: &style)
            }
        }
    }

    private static func apply(_ number: Int, isPlain: Bool, to style: inout CellStyle) {
        switch number {
        case 0: style = CellStyle()
        case 1: style.attributes.insert(.bold)
        case 3: style.attributes.insert(.italic)
        case 4 where isPlain: style.attributes.insert(.underline)
        case 7: style.attributes.insert(.reverse)
        case 22: style.attributes.remove(.bold)
        case 23: style.attributes.remove(.italic)
        case 4, 24: style.attributes.remove(.underline)
        case 27: style.attributes.remove(.reverse)
        case 30...37: style.foreground = .indexed(UInt8(number - 30))
        case 39: style.foreground = .standard
        case 40...47: style.background = .indexed(UInt8(number - 40))
        case 49: style.background = .standard
        case 90...97: style.foreground = .indexed(UInt8(number - 82))
        case 100...107: style.background = .indexed(UInt8(number - 92))
        default: break
        }
    }

    private static func color(_ values: [Int]) -> CellColor? {
        switch (values.first, values.count) {
        case (5, 2...): UInt8(exactly: values[1]).map { .indexed($0) }
        case (2, 4...) where values[1...3].allSatisfy { $0 < 256 }:
            .rgb(UInt32(values[1] << 16 | values[2] << 8 | values[3]))
        default: nil
        }
    }

    /// An empty number is 0; one that no parameter can be is told apart from all that can.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int {
        digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self)) ?? .max
    }
}
