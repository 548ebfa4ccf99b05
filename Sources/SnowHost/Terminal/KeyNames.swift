/// Which keys the codes of terminals stand for.
enum KeyNames {
    /// The key that sends a byte below 0x80 by itself; nil for ESC, which may begin a sequence, and for other bytes.
    static func plain(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x00: KeyPress("space", .control)
        case 0x08, 0x7F: KeyPress("backspace")
        case 0x09: KeyPress("tab")
        case 0x0A, 0x0D: KeyPress("enter")
        case 0x01...0x1A: KeyPress(String(Unicode.Scalar(byte + 0x60)), .control)
        case 0x1B: nil
        case 0x1C...0x1F: KeyPress(String(Unicode.Scalar(byte + 0x40)), .control)
        case 0x20: KeyPress("space")
        case 0x21...0x7E: KeyPress(String(Unicode.Scalar(byte)))
        default: nil
        }
    }

    /// The key whose sequence ends with a letter: "\e[A", "\eOP". Lower case is rxvt's way to say Shift.
    static func letter(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x41: KeyPress("up")
        case 0x42: KeyPress("down")
        case 0x43: KeyPress("right")
        case 0x44: KeyPress("left")
        case 0x45: KeyPress("begin")
        case 0x46: KeyPress("end")
        case 0x48: KeyPress("home")
        case 0x50: KeyPress("f1")
        case 0x51: KeyPress("f2")
        case 0x52: KeyPress("f3")
        case 0x53: KeyPress("f4")
        case 0x5A: KeyPress("tab", .shift)
        case 0x61...0x64: letter(byte - 0x20).map { KeyPress($0.base, .shift) }
        default: nil
        }
    }

    /// The key of a single shift ("\eO" and a byte): cursor keys, F1 to F4, and the keypad in application mode.
    static func single(_ byte: UInt8) -> KeyPress? {
        switch byte {
        case 0x20: KeyPress("space")
        case 0x49: KeyPress("tab")
        case 0x4D: KeyPress("enter")
        case 0x58: KeyPress("=")
        // rxvt's cursor keys with Ctrl.
        case 0x61...0x64: letter(byte - 0x20).map { KeyPress($0.base, .control) }
        case 0x5A: nil
        // "*+,-./" and the digits.
        case 0x6A...0x79: KeyPress(String(Unicode.Scalar(byte - 0x40)))
        default: letter(byte)
        }
    }

    /// The key whose sequence is a number and "~", or "$", "^", "@" of rxvt.
    static func tilde(_ number: Int) -> String? {
        switch number {
        case 1, 7: "home"
        case 2: "insert"
        case 3: "delete"
        case 4, 8: "end"
        case 5: "pageup"
        case 6: "pagedown"
        case 11...15: "f\(number - 10)"
        case 17...21: "f\(number - 11)"
        case 23...26: "f\(number - 12)"
        case 28, 29: "f\(number - 13)"
        case 31...34: "f\(number - 14)"
        case 57427: "begin"
        default: nil
        }
    }

    /// The key of the console of Linux: "\e[[A" to "\e[[E".
    static func console(_ byte: UInt8) -> String? {
        (0x41...0x45).contains(byte) ? "f\(byte - 0x40)" : nil
    }

    /// The key that has a number of its own among the characters: the control characters, and kitty's private numbers
    /// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/). Keys without a name of ours, such as those of modifiers,
    /// give nil.
    static func functional(_ number: Int) -> String? {
        switch number {
        case 8, 127: "backspace"
        case 9: "tab"
        case 13, 57414: "enter"
        case 27: "escape"
        case 32: "space"
        case 57376...57398: "f\(number - 57363)"
        case 57399...57408: "\(number - 57399)"
        case 57409: "."
        case 57410: "/"
        case 57411: "*"
        case 57412: "-"
        case 57413: "+"
        case 57415: "="
        case 57416: ","
        case 57417: "left"
        case 57418: "right"
        case 57419: "up"
        case 57420: "down"
        case 57421: "pageup"
        case 57422: "pagedown"
        case 57423: "home"
        case 57424: "end"
        case 57425: "insert"
        case 57426: "delete"
        case 57427: "begin"
        default: nil
        }
    }

    /// Every kind of key that terminals send: all that have a byte of their own, and the others plain and with each
    /// modifier.
    static let all: [String] = {
        var presses = (UInt8.min...0x7F).compactMap(plain)
        let letters = "ABCDEFHPQRSZ".utf8.compactMap(letter)
        let numbered = [2, 3, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24].compactMap { tilde($0).map { KeyPress($0) } }
        for press in letters + numbered {
            presses += [[], .shift, .alt, .control].map { KeyPress(press.base, press.modifiers.union($0)) }
        }
        let names = presses.map(\.name) + ["escape", "alt-a", "alt-A", "ctrl-alt-x", "é", "ß", "雪"]
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }()
}
