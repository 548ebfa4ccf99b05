internal import CLua

/// A value that is the same for all flakes of a frame, by its number in the program.
struct Uniform: Hashable {
    let index: Int32
    let type: CLuaUniformType
    /// Of a function of the host or of Lua's library.
    let function: CLuaFunction
    /// Where it is written in the script, or follows from what is.
    let constant: Prototype.Constant?

    static func == (left: Uniform, right: Uniform) -> Bool { left.index == right.index }
    func hash(into hasher: inout Hasher) { hasher.combine(index) }

    var isNumber: Bool {
        type == CLUA_TYPE_INTEGER || type == CLUA_TYPE_FLOAT || type == CLUA_TYPE_NUMBER
    }

    /// What a number of it is to lanes.
    var kind: NumberKind {
        type == CLUA_TYPE_INTEGER ? .whole : type == CLUA_TYPE_FLOAT ? .float : .either
    }

    /// The words of errors for what it is.
    var typeName: String {
        switch type {
        case CLUA_TYPE_NIL: "nil"
        case CLUA_TYPE_BOOLEAN: "a boolean"
        case CLUA_TYPE_STRING: "a string"
        case CLUA_TYPE_TABLE, CLUA_TYPE_PROXY: "a table"
        case CLUA_TYPE_FUNCTION, CLUA_TYPE_CLOSURE: "a function"
        case CLUA_TYPE_INTEGER, CLUA_TYPE_FLOAT, CLUA_TYPE_NUMBER: "a number"
        default: "a value of another kind"
        }
    }
}

/// Lua's two sorts of numbers. A whole one lies in a lane as a double, is no larger than 2^53, and is never minus zero.
enum NumberKind: Hashable {
    case float
    case whole
    /// What rounding gives: whole up to 2^63, and a float beyond. Where a float is all that it becomes, nobody needs to know
    /// which, and it goes through without a guard.
    case rounded
    /// Whole in some lanes and a float in others.
    case either

    func joined(with other: NumberKind) -> NumberKind { self == other ? self : .either }
}
