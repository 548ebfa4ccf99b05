/// What stands between "\e[" and the final byte of a control sequence.
struct ControlParameters {
    /// "<", "=", ">" or "?" before the numbers, which marks a report or a private key.
    private(set) var mark: UInt8?
    /// The numbers between semicolons, each with its parts between colons; 0 for one that is missing.
    private(set) var groups: [[Int]] = []
    /// Bytes from 0x20 to 0x2F behind the numbers.
    private(set) var intermediates: [UInt8] = []
    /// Whether the order was mark, numbers, intermediates.
    private(set) var isWellFormed = true

    /// Larger numbers count as this one.
    private static let most = 0xFF_FFFF

    /// Reads the bytes from 0x20 to 0x3F.
    init(_ body: some Collection<UInt8>) {
        for (place, byte) in body.enumerated() {
            switch byte {
            case 0x20...0x2F: intermediates.append(byte)
            case 0x3C...0x3F where place == 0: mark = byte
            case 0x30...0x3B where intermediates.isEmpty: add(byte)
            default: isWellFormed = false
            }
        }
    }

    private mutating func add(_ byte: UInt8) {
        if groups.isEmpty { groups = [[0]] }
        let group = groups.count - 1
        switch byte {
        case 0x3A: groups[group].append(0)
        case 0x3B: groups.append([0])
        default:
            let part = groups[group].count - 1
            groups[group][part] = min(groups[group][part] * 10 + Int(byte - 0x30), Self.most)
        }
    }

    /// The first part of each number.
    var numbers: [Int] { groups.map { $0[0] } }

    /// A part of a number; 0 where there is none.
    func part(_ part: Int, of group: Int) -> Int {
        guard group < groups.count, part < groups[group].count else { return 0 }
        return groups[group][part]
    }
}
