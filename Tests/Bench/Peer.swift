import SnowHost

/// Another program that does the same work, where it is installed.
enum Peer {
    /// The package's folder; this file is Tests/Bench/Peer.swift.
    static let packageFolder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")
    /// Where the sources of peers lie.
    static let folder = packageFolder + "/Tests/Bench/Peers"

    /// What `program` prints when it runs a script of the folder Peers; nil where it is not there.
    static func nanoseconds(_ program: String, script: String) -> Double? {
        nanoseconds("/usr/bin/\(program)", ["\(folder)/\(script)"])
    }

    /// What LÖVE's own particles take, each a step. It wants a window, which nobody needs to see.
    static func particleNanoseconds() -> Double? {
        // Asked for by itself: the other one would wait for a window that never comes.
        guard FileSystem.isFile("/usr/bin/love") else { return nil }
        return nanoseconds("/usr/bin/xvfb-run", ["-a", "/usr/bin/love", "\(folder)/particles"])
    }

    private static func nanoseconds(_ path: String, _ arguments: [String]) -> Double? {
        guard let terminal = try? PseudoTerminal(path, arguments) else { return nil }
        guard terminal.readToEnd() == .exited(0) else { return nil }
        return Double(terminal.text.split(whereSeparator: \.isWhitespace).last ?? "")
    }
}
