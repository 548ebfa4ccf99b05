/// Why a script stopped: what went wrong, where, and on which way it got there.
///
/// A trap ends the callbacks of its instance for good. Flakes that are in the air go on falling, and no other
/// instance notices.
public struct Trap: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a trap. The raw values are stable names.
    public enum Reason: String, CaseIterable, Sendable {
        /// The script raised an error, or misused a value.
        case error
        /// Its memory limit was hit.
        case memory
        /// A callback took more CPU time than it may.
        case deadline
        /// A callback executed more instructions than it was given.
        case fuel
        /// Calls were nested too deeply.
        case stack
        /// The header, an import or an export is not as it must be.
        case link
        /// The text is not Lua.
        case syntax
    }

    /// The kind.
    public let reason: Reason
    /// What went wrong, in one sentence without the place. May hold any character: escape it before it reaches
    /// a terminal.
    public let message: String
    /// The file as the module was named; empty where unknown.
    public let file: String
    /// The line, counted from 1; 0 where unknown.
    public let line: Int
    /// The calls that led there, innermost first, each as `file:line: in …`.
    public let traceback: [String]
    /// The text of that line, where the host has it.
    public let sourceLine: String?

    /// A trap of the host's own making.
    public init(
        reason: Reason, message: String, file: String = "", line: Int = 0, traceback: [String] = [],
        sourceLine: String? = nil
    ) {
        self.reason = reason
        self.message = message
        self.file = file
        self.line = line
        self.traceback = traceback
        self.sourceLine = sourceLine
    }

    /// `file:line: message`, as editors read it.
    public var description: String {
        switch (file.isEmpty, line > 0) {
        case (true, _): message
        case (false, true): "\(file):\(line): \(message)"
        case (false, false): "\(file): \(message)"
        }
    }
}
