#if canImport(Glibc)
    import Glibc

    /// What happens to entries of folders, told by inotify(7).
    ///
    /// Folders are watched and not files: an editor that writes a new file and renames it leaves the old one, and any
    /// watch on it, behind.
    struct FolderEvents: ~Copyable {
        /// It can be read once something happened.
        let descriptor: Int32
        /// The names of interest, by watch: two paths to one folder share its watch.
        private var names: [Int32: Set<FilePath>] = [:]
        private let buffer: UnsafeMutableRawBufferPointer

        private static let mask = UInt32(
            IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
                | IN_MOVE_SELF | IN_ONLYDIR)
        /// What happens to the folder itself, or to the queue.
        private static let wholeFolder = UInt32(
            IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW)
        /// After these the file is whole.
        private static let whole = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)

        /// Nil when the system has none to give.
        init?() {
            let descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            self.descriptor = descriptor
            buffer = .allocate(byteCount: 16 << 10, alignment: MemoryLayout<inotify_event>.alignment)
        }

        deinit {
            _ = close(descriptor)
            buffer.deallocate()
        }

        /// Listens to these places, and to no others any more. A folder that is not there is passed over.
        mutating func watch(_ places: WatchedPlaces) {
            var names: [Int32: Set<FilePath>] = [:]
            for (folder, ofInterest) in places.names {
                let number = folder.withCString { inotify_add_watch(descriptor, $0, Self.mask) }
                if number >= 0 { names[number, default: []].formUnion(ofInterest) }
            }
            for number in self.names.keys where names[number] == nil { _ = inotify_rm_watch(descriptor, number) }
            self.names = names
        }

        /// What happened since the last call; it does not wait.
        mutating func take() -> FolderEvent {
            var sum = FolderEvent.nothing
            // Bounded: a folder in which things never cease to happen must not hold the frame.
            for _ in 0..<64 {
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return sum }
                var place = 0
                while place + MemoryLayout<inotify_event>.size <= count {
                    // The kernel writes whole events, each padded to the alignment of the next.
                    let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
                    let start = place + MemoryLayout<inotify_event>.size
                    place = start + Int(event.len)
                    note(event, UnsafeRawBufferPointer(rebasing: buffer[start..<min(place, count)]), in: &sum)
                }
            }
            return sum
        }

        private func note(_ event: inotify_event, _ name: UnsafeRawBufferPointer, in sum: inout FolderEvent) {
            if event.mask & Self.wholeFolder != 0 {
                // The watch that was given up by `watch` itself says so as well.
                if event.mask & UInt32(IN_IGNORED) == 0 || names[event.wd] != nil { sum = .begun }
                return
            }
            guard let ofInterest = names[event.wd] else { return }
            guard ofInterest.contains(FilePath(beforeZero: name)) else { return }
            sum = event.mask & Self.whole != 0 ? .ended : .begun
        }
    }
#elseif canImport(Darwin)
    import Darwin

    /// What happens to entries of folders, told by kqueue(2).
    ///
    /// It tells of a folder only that entries came or went, so the files are watched beside the folders.
    struct FolderEvents: ~Copyable {
        /// The queue: it can be read once something happened.
        let descriptor: Int32
        private var watched: [Int32] = []

        /// Nil when the system has none to give.
        init?() {
            descriptor = kqueue()
            guard descriptor >= 0 else { return nil }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }

        deinit {
            for file in watched { _ = close(file) }
            _ = close(descriptor)
        }

        /// Listens to these places, and to no others any more. What is not there is passed over.
        mutating func watch(_ places: WatchedPlaces) {
            let before = watched
            watched = []
            for (folder, names) in places.names {
                add(folder)
                for name in names { add(folder.appending(name)) }
            }
            // A closed descriptor takes its events along.
            for file in before { _ = close(file) }
        }

        private mutating func add(_ path: FilePath) {
            let file = path.withCString { open($0, O_EVTONLY | O_CLOEXEC) }
            guard file >= 0 else { return }
            watched.append(file)
            var change = kevent()
            change.ident = UInt(file)
            change.filter = Int16(EVFILT_VNODE)
            change.flags = UInt16(EV_ADD | EV_CLEAR)
            change.fflags = UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME)
            _ = kevent(descriptor, &change, 1, nil, 0, nil)
        }

        /// What happened since the last call; it does not wait. Nothing here says that a file is whole.
        mutating func take() -> FolderEvent {
            var sum = FolderEvent.nothing
            var event = kevent()
            var now = timespec()
            for _ in 0..<1024 {
                guard kevent(descriptor, nil, 0, &event, 1, &now) > 0 else { return sum }
                sum = .begun
            }
            return sum
        }
    }
#endif

/// What became of watched files since they were asked about.
enum FolderEvent {
    case nothing
    /// Something happened, and more may follow.
    case begun
    /// A file was closed by its writer, or put in place whole; nothing happened after that.
    case ended
}
