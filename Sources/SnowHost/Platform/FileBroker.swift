internal import CLockdown

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A child process that finishes a file for this one: after a lockdown this process can neither rename nor remove files.
///
/// The broker removes an unfinished file also when this process crashes or is killed.
package final class FileBroker {
    private let broker: CLockdownBroker

    /// Starts a broker for the file at `path`.
    ///
    /// With a `target`, the file is removed unless `commit` is called. Without one, it is removed if it is empty when
    /// this object goes or the process ends.
    ///
    /// - Parameter target: A name in the same folder, which `commit` gives the file.
    /// - Returns: Nil if the process cannot be started; `errno` tells why.
    package init?(for path: FilePath, target: FilePath? = nil) {
        let folder = path.folder.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard folder >= 0 else { return nil }
        defer { close(folder) }
        broker = path.fileName.withCString { name in
            target?.withCString { clockdown_start_broker(folder, name, $0) }
                ?? clockdown_start_broker(folder, name, nil)
        }
        guard broker.channel >= 0 else {
            errno = -broker.channel
            return nil
        }
    }

    deinit { clockdown_end_broker(broker) }

    /// Renames the file to the target, in place of what is there. Call it once.
    ///
    /// - Returns: Zero, or the error number; the file is removed then.
    package func commit() -> Int32 { clockdown_commit(broker) }
}
