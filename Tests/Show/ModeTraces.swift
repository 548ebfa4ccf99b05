/// The private modes that a program's output turns on and off.
struct ModeTraces {
    /// In the order of the output.
    private(set) var changes: [(number: Int, isOn: Bool)] = []

    /// Modes that are on in a terminal before anything is sent.
    private static let initiallyOn: Set<Int> = [7, 25]

    init(_ output: [UInt8]) {
        var place = 0
        while place + 3 < output.count {
            defer { place += 1 }
            guard output[place] == 0x1B, output[place + 1] == 0x5B, output[place + 2] == 0x3F else { continue }
            var end = place + 3
            var number = 0
            while end < output.count, (0x30...0x39).contains(output[end]) {
                number = number * 10 + Int(output[end] - 0x30)
                end += 1
            }
            guard end < output.count, output[end] == 0x68 || output[end] == 0x6C else { continue }
            changes.append((number, output[end] == 0x68))
        }
    }

    /// How often a mode was turned on, or off.
    func count(of number: Int, isOn: Bool) -> Int {
        changes.filter { $0.number == number && $0.isOn == isOn }.count
    }

    /// How often `text` stands in an output.
    static func count(of text: String, in output: [UInt8]) -> Int {
        let wanted = Array(text.utf8)
        var count = 0
        var place = 0
        output.withUnsafeBufferPointer { bytes in
            while place + wanted.count <= bytes.count {
                if bytes[place] == wanted[0], bytes[place...].starts(with: wanted) { count += 1 }
                place += 1
            }
        }
        return count
    }

    /// Modes that are at the end not what they were before.
    var leftovers: [Int] {
        var last: [Int: Bool] = [:]
        for change in changes { last[change.number] = change.isOn }
        return last.filter { $0.value != Self.initiallyOn.contains($0.key) }.keys.sorted()
    }
}
