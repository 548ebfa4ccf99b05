/// Another program that does the same work, where it is installed.
enum Peer {
    /// The package's folder; this file is Tests/Bench/Peer.swift.
    static let packageFolder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")
    /// Where the sources of peers lie.
    static let folder = packageFolder + "/Tests/Bench/Peers"

    /// What `program` prints when it runs a script of the folder Peers; nil where it is not there.
    static func nanoseconds(_ program: String, script: String) -> Double? {
        let path = "/usr/bin/\(program)"
        guard let terminal = try? PseudoTerminal(path, ["\(folder)/\(script)"]) else { return nil }
        guard terminal.readToEnd() == .exited(0) else { return nil }
        return Double(terminal.text.split(whereSeparator: \.isWhitespace).last ?? "")
    }
}
