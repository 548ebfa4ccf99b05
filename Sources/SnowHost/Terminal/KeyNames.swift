/// The names of keys.
enum KeyNames {
    /// The key that sends a byte below 0x80 by itself; nil for ESC, which is never by itself, and beyond.
    static func plain(_ byte: UInt8) -> String? {
        switch byte {
        case 0x00: "ctrl-space"
        case 0x08, 0x7F: "backspace"
        case 0x09: "tab"
        case 0x0A, 0x0D: "enter"
        case 0x01...0x1A: "ctrl-" + String(Unicode.Scalar(byte + 0x60))
        case 0x1B: nil
        case 0x1C...0x1F: "ctrl-" + String(Unicode.Scalar(byte + 0x40))
        case 0x20: "space"
        case 0x21...0x7E: String(Unicode.Scalar(byte))
        default: nil
        }
    }

    /// The key of a control sequence by its final byte, with the modifiers of its second parameter.
    static func final(_ byte: UInt8, parameters: [Int]) -> String? {
        let name: String
        switch byte {
        case 0x41: name = "up"
        case 0x42: name = "down"
        case 0x43: name = "right"
        case 0x44: name = "left"
        case 0x45: name = "begin"
        case 0x46: name = "end"
        case 0x48: name = "home"
        case 0x4D: name = "enter"
        case 0x50: name = "f1"
        case 0x51: name = "f2"
        case 0x52: name = "f3"
        case 0x53: name = "f4"
        case 0x5A: return modifiers(parameters) + "shift-tab"
        case 0x75: return numbered(parameters)
        case 0x7E: return tilde(parameters)
        default: return nil
        }
        return modifiers(parameters) + name
    }

    private static func tilde(_ parameters: [Int]) -> String? {
        let name: String
        switch parameters.first ?? 0 {
        case 1, 7: name = "home"
        case 2: name = "insert"
        case 3: name = "delete"
        case 4, 8: name = "end"
        case 5: name = "pageup"
        case 6: name = "pagedown"
        case 11...15: name = "f\((parameters.first ?? 0) - 10)"
        case 17...21: name = "f\((parameters.first ?? 0) - 11)"
        case 23...24: name = "f\((parameters.first ?? 0) - 12)"
        default: return nil
        }
        return modifiers(parameters) + name
    }

    /// A key that is sent as the number of its character ("CSI u").
    private static func numbered(_ parameters: [Int]) -> String? {
        guard let number = parameters.first else { return nil }
        if number == 27 { return modifiers(parameters) + "escape" }
        if let byte = UInt8(exactly: number), let name = plain(byte) { return modifiers(parameters) + name }
        guard number >= 0xA0, let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value) else {
            return nil
        }
        return modifiers(parameters) + String(Character(scalar))
    }

    /// xterm's number: 1 + (shift 1, alt 2, control 4).
    private static func modifiers(_ parameters: [Int]) -> String {
        guard parameters.count > 1, (2...16).contains(parameters[1]) else { return "" }
        let bits = parameters[1] - 1
        return (bits & 4 != 0 ? "ctrl-" : "") + (bits & 2 != 0 ? "alt-" : "") + (bits & 1 != 0 ? "shift-" : "")
    }

    /// Every kind of key that terminals send: all that have a byte of their own, and the others plain and with each
    /// modifier.
    static let all: [String] = {
        var names = (UInt8.min...0x7F).compactMap(plain)
        let finals = "ABCDEFHPQRSZ".utf8.compactMap { final($0, parameters: []) }
        let numbered = [2, 3, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24].compactMap { tilde([$0]) }
        names += (finals + numbered).flatMap { name in [name, "shift-\(name)", "alt-\(name)", "ctrl-\(name)"] }
        names += ["escape", "alt-a", "alt-A", "ctrl-alt-x", "é", "ß", "雪"]
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }()
}
