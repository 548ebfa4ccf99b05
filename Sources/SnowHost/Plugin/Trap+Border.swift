internal import CLua

extension Trap.Reason {
    init(_ reason: CLuaReason) {
        switch reason {
        case CLUA_TRAP_MEMORY: self = .memory
        case CLUA_TRAP_DEADLINE: self = .deadline
        case CLUA_TRAP_FUEL: self = .fuel
        case CLUA_TRAP_STACK: self = .stack
        case CLUA_TRAP_LINK: self = .link
        case CLUA_TRAP_SYNTAX: self = .syntax
        default: self = .error
        }
    }
}

/// The place at the head of an error's words: `name:line: `, as Lua puts it there.
struct MessagePlace {
    let name: String
    let line: Int
    /// The words behind the place.
    let rest: String

    /// Nil where `text` does not start with one of `names`, a colon, a number and a colon.
    init?(_ text: String, among names: some Sequence<String>) {
        for name in names where text.utf8.starts(with: "\(name):".utf8) {
            let behind = text.utf8.dropFirst(name.utf8.count + 1)
            let digits = behind.prefix { $0 >= 0x30 && $0 <= 0x39 }
            let tail = behind.dropFirst(digits.count)
            guard let line = Int(String(decoding: digits, as: UTF8.self)), tail.first == 0x3A else { continue }
            self.name = name
            self.line = line
            rest = String(decoding: tail.dropFirst(tail.dropFirst().first == 0x20 ? 2 : 1), as: UTF8.self)
            return
        }
        return nil
    }
}
