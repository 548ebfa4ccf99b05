import Testing

@testable import SnowHost

/// A function as Lua's own compiler lists it (`luac5.4 -l -l`), and as the reader decodes it, in the same words.
struct LuacListing: Equatable {
    /// `line NAME operands`.
    var code: [String] = []
    /// Kind and, where it is written plainly, value.
    var constants: [String] = []
    /// `name start end`, counted from 1 as the listing does.
    var locals: [String] = []
    /// `name instack index`.
    var upvalues: [String] = []
    /// The numbers of the two lines above the code, in their order.
    var sizes: [Int] = []

    /// Takes a listing apart; the functions are in its order, outer ones first.
    static func parse(_ text: String) -> [LuacListing] {
        var listings: [LuacListing] = []
        var section = ""
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " }).map(String.init)
            if line.hasPrefix("main <") || line.hasPrefix("function <") {
                listings.append(LuacListing())
                section = "head"
                continue
            }
            guard let last = listings.indices.last, let first = words.first else { continue }
            if !line.hasPrefix("\t") {
                if section == "head" {
                    listings[last].sizes = words.compactMap { Int($0.prefix { $0.isNumber }) }
                    section = "code"
                } else {
                    section = first
                }
                continue
            }
            switch section {
            case "code":
                let operands = line.split(separator: "\t").dropFirst(3).first ?? ""
                let own = operands.split(separator: " ").joined(separator: " ")
                let name = words[2]
                listings[last].code.append("\(words[1].dropFirst().dropLast()) \(name) \(own)")
            case "constants": listings[last].constants.append(constant(words))
            case "locals": listings[last].locals.append(words.dropFirst().joined(separator: " "))
            case "upvalues": listings[last].upvalues.append(words.dropFirst().joined(separator: " "))
            default: break
            }
        }
        return listings
    }

    private static func constant(_ words: [String]) -> String {
        switch words[1] {
        case "S", "F": words[1]
        default: words.dropFirst().joined(separator: " ")
        }
    }

    /// A function of the reader's.
    init(_ function: Prototype) {
        code = zip(function.code, function.lines).map { "\($1) \($0.opcode.name) \(Self.operands($0))" }
        constants = function.constants.map { constant in
            switch constant {
            case .nil: "N nil"
            case .boolean(let value): "B \(value)"
            case .integer(let value): "I \(value)"
            case .number: "F"
            case .string: "S"
            }
        }
        locals = function.locals.map { "\($0.name) \($0.range.lowerBound + 1) \($0.range.upperBound + 1)" }
        upvalues = function.upvalues.map { "\($0.name) \($0.isInRegister ? 1 : 0) \($0.index)" }
        sizes = [
            function.parameterCount, function.registerCount, function.upvalues.count, function.locals.count,
            function.constants.count, function.nested.count,
        ]
    }

    private init() {}

    /// Which operands are listed, and how.
    private static func operands(_ it: Instruction) -> String {
        let flag = it.k ? "k" : ""
        let number = it.k ? 1 : 0
        switch it.opcode {
        case .return0: return ""
        case .loadKX, .loadFalse, .lFalseSkip, .loadTrue, .close, .tbc, .return1, .varargPrep: return "\(it.a)"
        case .move, .loadNil, .getUpval, .setUpval, .unm, .bnot, .not, .len, .concat: return "\(it.a) \(it.b)"
        case .loadI, .loadF: return "\(it.a) \(it.sBx)"
        case .loadK, .forLoop, .forPrep, .tforPrep, .tforLoop, .closure: return "\(it.a) \(it.bx)"
        case .setTabUp, .setTable, .setI, .setField, .self, .tailCall, .return: return "\(it.a) \(it.b) \(it.c)\(flag)"
        case .addI, .shrI, .shlI: return "\(it.a) \(it.b) \(it.sC)"
        case .mmbinI: return "\(it.a) \(it.sB) \(it.c) \(number)"
        case .mmbinK: return "\(it.a) \(it.b) \(it.c) \(number)"
        case .eq, .lt, .le, .eqK, .testSet: return "\(it.a) \(it.b) \(number)"
        case .eqI, .ltI, .leI, .gtI, .geI: return "\(it.a) \(it.sB) \(number)"
        case .test: return "\(it.a) \(number)"
        case .tforCall, .vararg: return "\(it.a) \(it.c)"
        case .jmp: return "\(it.sJ)"
        case .extraArg: return "\(it.ax)"
        default: return "\(it.a) \(it.b) \(it.c)"
        }
    }
}
