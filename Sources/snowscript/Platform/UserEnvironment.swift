#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the variables of the user's environment say about this program.
struct UserEnvironment: Sendable {
    private let value: @Sendable (String) -> String?

    /// An environment of these variables.
    init(_ variables: [String: String]) {
        value = { variables[$0] }
    }

    private init() {
        value = { name in getenv(name).map { String(cString: $0) } }
    }

    /// This process's.
    static let current = UserEnvironment()

    /// A variable; one that is empty counts as not set.
    subscript(name: String) -> String? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The file with defaults, as the XDG base directories have it; none without a home.
    var configurationFile: String? { place("XDG_CONFIG_HOME", ".config").map { "\($0)/snowscript/config" } }

    /// The folder of the user's own scripts.
    var scriptsFolder: String? { place("XDG_DATA_HOME", ".local/share").map { "\($0)/snowscript/scripts" } }

    /// A base directory: only an absolute one is to be obeyed.
    private func place(_ variable: String, _ fallback: String) -> String? {
        if let folder = self[variable], folder.hasPrefix("/") { return folder }
        return self["HOME"].map { "\($0)/\(fallback)" }
    }
}
