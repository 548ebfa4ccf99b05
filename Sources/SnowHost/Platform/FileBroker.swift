internal import CLockdown

/// A child process that finishes a file for this one: after a lockdown this process can neither rename nor remove files.
///
/// The broker removes an unfinished file also when this process crashes or is killed.
package final class FileBroker {
    /// The number of the error that kept one from starting.
    package struct Failure: Error {
        package let code: Int32
    }

    private let broker: CLockdownBroker

    /// Starts a broker for the file at `path`, which is created afterwards.
    ///
    /// With a `target`, the file is removed unless `commit` is called. Without one, it is removed if it is empty when
    /// this object goes or the process ends.
    ///
    /// - Parameter target: A name in the same folder, which `commit` gives the file.
    /// - Throws: When the folder cannot be opened, or the process cannot be started.
    package init(for path: FilePath, target: FilePath? = nil) throws(Failure) {
        let started = path.folder.withCString { folder in
            path.fileName.withCString { name in
                target?.withCString { clockdown_start_broker(folder, name, $0) }
                    ?? clockdown_start_broker(folder, name, nil)
            }
        }
        guard started.channel >= 0 else { throw Failure(code: -started.channel) }
        broker = started
    }

    /// Leaves the file alone; for a file that could not be created.
    package func forget() { clockdown_forget(broker) }

    deinit { clockdown_end_broker(broker) }

    /// Renames the file to the target, in place of what is there. Call it once.
    ///
    /// - Returns: Zero, or the error number; the file is removed then.
    package func commit() -> Int32 { clockdown_commit(broker) }
}
