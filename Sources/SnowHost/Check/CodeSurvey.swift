/// What the text of a module does with globals and names, as its bytecode tells.
struct CodeSurvey {
    /// A place where a global is read or given a value.
    struct GlobalUse: Hashable {
        let name: String
        let line: Int
        let isWrite: Bool
        /// The names of the parameters, where a function that is written here is the value.
        let parameters: [String]?
        /// The line of that function.
        let functionLine: Int
        /// Whether it stands in the text itself, and not in a function.
        let isOutermost: Bool
    }

    private(set) var globals: [GlobalUse] = []
    /// All strings and field names outside the header.
    private(set) var words: Set<String> = []
    /// The first line on which a field of a name is set.
    private(set) var fieldLines: [String: Int] = [:]
    /// Whether `params` is used as a whole, so that any of them may be read.
    private(set) var usesParamsAsWhole = false

    /// What a module and the functions in it do.
    ///
    /// - Parameter chunk: The function that the whole text is.
    init(of chunk: Prototype) {
        // The one upvalue of a chunk is the table of globals.
        survey(chunk, environment: [0], isOutermost: true)
    }

    /// - Parameter environment: The upvalues that are the table of globals. A `local _ENV` is another table.
    private mutating func survey(_ function: Prototype, environment: Set<Int>, isOutermost: Bool) {
        var scan = FunctionScan(function: function, environment: environment, isOutermost: isOutermost)
        scan.run()
        globals += scan.globals
        words.formUnion(scan.words)
        fieldLines.merge(scan.fieldLines) { min($0, $1) }
        usesParamsAsWhole = usesParamsAsWhole || scan.usesParamsAsWhole
        for inner in function.nested {
            let same = inner.upvalues.indices.filter { place in
                !inner.upvalues[place].isInRegister && environment.contains(inner.upvalues[place].index)
            }
            survey(inner, environment: Set(same), isOutermost: false)
        }
    }
}
