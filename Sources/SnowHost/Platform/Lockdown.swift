internal import CLockdown
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A second wall behind the Lua sandbox: the operating system refuses this process what playing scripts does not need.
///
/// Scripts run in the host's process. If one breaks out of Lua, its native code can do what the process can do. After
/// `apply` the process can read files beneath the given folders, use the descriptors it has open, and compute.
///
/// ```swift
/// // First thing in `main`, after opening all files that will be written:
/// let walls = try Lockdown.apply(readingBeneath: ["/usr/share/bells/scripts"])
/// print(walls.landlock, walls.seccomp)
/// ```
///
/// On Linux there are two walls. Landlock refuses to open, create, rename, remove or execute files, and to bind or
/// connect TCP sockets. A seccomp filter, made by libseccomp, allows a list of system calls. It refuses new processes,
/// sockets, executable memory, signals to other processes, terminal input injection, tracing, and opening files for
/// writing. A refused call returns an error; it never ends the process. Other systems have no wall.
///
/// A kernel can lack either wall, and a build can lack libseccomp. `apply` then uses what there is, and `Walls` tells.
public enum Lockdown {
    /// The walls around a process, or those that it can get.
    public struct Walls: Hashable, Sendable {
        /// Restricts which files the process can open.
        public let landlock: Wall
        /// Restricts which system calls the process can make.
        public let seccomp: Wall
    }

    /// One of the walls.
    public enum Wall: Hashable, Sendable, CustomStringConvertible {
        /// The system offers it; the version is that of Landlock's ABI, or of libseccomp.
        case standing(version: String)
        /// The system does not offer it, or this build does not use it.
        case missing(reason: String)

        /// The version, or why there is none.
        public var description: String {
            switch self {
            case .standing(let version): version
            case .missing(let reason): "none: \(reason)"
            }
        }

        fileprivate var isStanding: Bool { if case .standing = self { true } else { false } }
    }

    /// Why a process could not be locked down.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The process is locked down already.
        case repeated
        /// Other threads run. Landlock restricts only the calling thread and those that it starts later.
        case threads(count: Int)
        /// The system offers the wall, but a call failed. One of the walls may stand already.
        case refused(wall: String, code: Int32)

        /// What went wrong, with the remedy where there is one.
        public var description: String {
            switch self {
            case .repeated: "this process is locked down already"
            case .threads(let count): "\(count) threads run; call apply before the process starts a second one"
            case .refused(let wall, let code): "\(wall): \(String(cString: strerror(code)))"
            }
        }
    }

    /// Whether this process is locked down.
    public static var isApplied: Bool { applied.load(ordering: .acquiring) }

    private static let applied = Atomic<Bool>(false)

    /// The walls that this kernel and this build offer.
    public static let offered = Walls(landlock: offeredLandlock, seccomp: offeredSeccomp)

    /// Locks this process down. Nothing can undo it.
    ///
    /// Call it before the first script is compiled and before the process starts a second thread. Open beforehand what
    /// is written later: logs, recordings, the terminal (`PosixTerminal.init` opens it). Open descriptors keep working.
    ///
    /// - Parameter folders: Files beneath these can be opened for reading. Links are resolved now, once. A path that
    ///   does not exist is ignored. The path of a file allows that file.
    /// - Returns: The walls that stand now.
    /// - Throws: A failure when the system offers a wall and refuses to put it up. Do not run scripts then.
    /// - Complexity: About 1 ms; most of it is the filter.
    @discardableResult
    public static func apply(readingBeneath folders: [FilePath]) throws(Failure) -> Walls {
        if isApplied { throw .repeated }
        let threadCount = Int(clockdown_thread_count())
        if threadCount > 1 { throw .threads(count: threadCount) }
        openEarly()
        let walls = offered
        if walls.landlock.isStanding { try restrictFiles(to: folders) }
        if walls.seccomp.isStanding {
            let code = clockdown_filter()
            if code != 0 { throw .refused(wall: "seccomp", code: code) }
        }
        applied.store(true, ordering: .releasing)
        return walls
    }

    /// Reads now what would be read lazily: the time zone, and the number of cores.
    private static func openEarly() {
        tzset()
        _ = Workers.shared
    }

    private static func restrictFiles(to folders: [FilePath]) throws(Failure) {
        let ruleset = clockdown_new_ruleset(clockdown_landlock_abi())
        guard ruleset >= 0 else { throw .refused(wall: "landlock", code: -ruleset) }
        defer { close(ruleset) }
        for folder in folders {
            let code = folder.withCString { clockdown_allow_reading(ruleset, $0) }
            // A folder that cannot be opened now only gets no rule.
            guard [0, ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(code) else {
                throw .refused(wall: "landlock", code: code)
            }
        }
        let code = clockdown_enforce(ruleset)
        if code != 0 { throw .refused(wall: "landlock", code: code) }
    }

    private static var offeredLandlock: Wall {
        if clockdown_has_sanitizer() { return builtWithSanitizer }
        let abi = clockdown_landlock_abi()
        if abi > 0 { return .standing(version: "ABI \(abi)") }
        return .missing(reason: abi == -EOPNOTSUPP ? "disabled when the kernel was started" : absence(of: -abi))
    }

    private static var offeredSeccomp: Wall {
        if clockdown_has_sanitizer() { return builtWithSanitizer }
        let version = clockdown_seccomp_version()
        guard version > 0 else { return .missing(reason: "built without libseccomp") }
        let code = clockdown_check_filter()
        guard code == 0 else { return .missing(reason: absence(of: code)) }
        return .standing(version: "libseccomp \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)")
    }

    private static let builtWithSanitizer = Wall.missing(reason: "built with a sanitizer, which needs more rights")

    private static func absence(of code: Int32) -> String {
        "this system does not offer it (\(String(cString: strerror(code))))"
    }
}
