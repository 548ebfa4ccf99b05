import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the variables of the user's environment say about this program.
struct UserEnvironment: Sendable {
    private let value: @Sendable (String) -> FilePath?

    /// An environment of these variables.
    init(_ variables: [String: FilePath]) {
        value = { variables[$0] }
    }

    private init() {
        value = { name in getenv(name).map { FilePath(cString: $0) } }
    }

    /// This process's.
    static let current = UserEnvironment()

    /// A variable, which may be a path; one that is empty counts as not set.
    subscript(name: String) -> FilePath? {
        value(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The file with defaults, as the XDG base directories have it; none without a home.
    var configurationFile: FilePath? { place("XDG_CONFIG_HOME", ".config")?.appending("snowscript/config") }

    /// The folder of the user's own scripts.
    var scriptsFolder: FilePath? { place("XDG_DATA_HOME", ".local/share")?.appending("snowscript/scripts") }

    /// A base directory: only an absolute one is to be obeyed.
    private func place(_ variable: String, _ fallback: FilePath) -> FilePath? {
        if let folder = self[variable], folder.isAbsolute { return folder }
        return self["HOME"].map { $0.appending(fallback) }
    }
}
