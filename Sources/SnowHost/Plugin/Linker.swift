/// What a host lends to scripts beyond the standard imports.
///
/// A script names in its header what it wants, `imports = { "beep" }`; linking fails when a name is not defined
/// here, or is one of the host's own that was not granted.
public struct Linker {
    /// What an import does. It must not enter the instance that called it.
    public typealias Body = (inout Caller) throws(ImportError) -> Void

    struct Definition {
        let name: String
        let signature: String
        let body: Body
    }

    private(set) var definitions: [Definition] = []
    /// The host's own imports that are lent.
    package internal(set) var grants: Set<Grant> = []

    /// What `stdin()` gives to scripts, once that is granted; nil for nothing. It is to be set before the grant.
    public var input: [UInt8]?

    /// A linker that lends only the standard imports.
    public init() {}

    /// Defines a global function that scripts may import.
    ///
    /// - Parameters:
    ///   - name: The function, and the word in `imports`; not empty.
    ///   - parameters: The kinds of its arguments, at most 16. A wrong kind is an error in the script:
    ///     `bad argument #2 to 'beep' (number expected, got string)`.
    ///   - optional: How many of the last arguments may be left out.
    ///   - body: What it does.
    public mutating func define(
        _ name: String, parameters: [ValueKind] = [], optional: Int = 0, _ body: @escaping Body
    ) {
        precondition(parameters.count <= 16, "an import takes at most 16 arguments")
        precondition((0...parameters.count).contains(optional), "only arguments that there are may be left out")
        precondition(!name.isEmpty && !name.utf8.contains(0), "an import needs a name, without zero bytes")
        var signature = String(parameters.map(\.rawValue))
        signature.insert("?", at: signature.index(signature.endIndex, offsetBy: -optional))
        definitions.removeAll { $0.name == name }
        definitions.append(Definition(name: name, signature: signature, body: body))
    }

    /// The import that a global function belongs to; nil for one that none has.
    func importName(ofFunction name: String) -> String? {
        if definitions.contains(where: { $0.name == name }) { return name }
        return Grant.allCases.first { $0.functions.contains(name) }?.rawValue
    }

    /// Why a header's import cannot be linked; nil where it can.
    func objection(to name: String) -> String? {
        if definitions.contains(where: { $0.name == name }) { return nil }
        if let grant = Grant(rawValue: name) {
            if grants.contains(grant) { return nil }
            return "import '\(name)' is not granted; --allow \(name) grants it, and Linker.grant in a program"
        }
        let own = Grant.allCases.map(\.rawValue)
        let names = definitions.map(\.name).filter { !own.contains($0) } + own
        let hint = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        let known = "there are: \(names.joined(separator: " "))"
        return "import '\(name)' is not defined by this host" + (hint.isEmpty ? "; \(known)" : hint)
    }
}
