/// What a script says of itself in its header, `plugin {…}`.
public struct Manifest: Hashable, Sendable {
    /// The contract between script and host that this host speaks.
    public static let abi = 1
    /// The keys of a header.
    public static let keys = Key.allCases.map(\.rawValue)
    /// The most fields that a script may declare.
    static let fieldLimit = 32
    /// The most parameters that a script may declare.
    static let parameterLimit = 64

    /// A numeric field that the script adds to its flakes.
    public struct Field: Hashable, Sendable {
        /// The name that scripts see.
        public let name: String
        /// The value of a flake that was given none.
        public let initial: Double
    }

    /// The script's name; its file's name where the header gives none.
    public internal(set) var name: String
    /// One line on what it shows.
    public internal(set) var about = ""
    /// Virtual units across the view; nil for one unit a cell.
    public internal(set) var viewWidth: Double?
    /// The most flakes alive at once.
    public internal(set) var flakes = 400
    /// Declared fields, by name.
    public internal(set) var fields: [Field] = []
    /// Declared parameters, in the order of the text.
    public internal(set) var parameters: [Parameter] = []
    /// Imports beyond the standard ones.
    public internal(set) var imports: [String] = []

    /// The header of a script without one.
    public init(name: String) {
        self.name = name
    }
}

/// What is wrong with a header, and at which key.
struct ManifestError: Error {
    /// The key to look for in the text; nil where the header as a whole is meant.
    let key: String?
    let message: String
}
