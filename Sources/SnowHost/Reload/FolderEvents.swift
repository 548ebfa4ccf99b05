#if canImport(Glibc)
    import Glibc

    /// Changes of entries of folders, by inotify(7).
    ///
    /// It watches folders, not files: an editor that writes a new file and renames it leaves the old file, and any watch
    /// on it, behind.
    struct FolderEvents: ~Copyable {
        /// Readable once something happened.
        let descriptor: Int32
        /// The names of interest, by watch: two paths to one folder share its watch.
        private var names: [Int32: Set<FilePath>] = [:]
        private let buffer: UnsafeMutableRawBufferPointer

        private static let mask = UInt32(
            IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF
                | IN_MOVE_SELF | IN_ONLYDIR)
        /// Changes of the folder itself, or of the queue.
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

        /// Watches these places and no others. A missing folder is skipped.
        mutating func watch(_ places: WatchedPlaces) {
            var names: [Int32: Set<FilePath>] = [:]
            for (folder, ofInterest) in places.names {
                let number = folder.withCString { inotify_add_watch(descriptor, $0, Self.mask) }
                if number >= 0 { names[number, default: []].formUnion(ofInterest) }
            }
            for number in self.names.keys where names[number] == nil { _ = inotify_rm_watch(descriptor, number) }
            self.names = names
        }

        /// What happened since the last call. It does not wait.
        mutating func take() -> FolderEvent {
            var sum = FolderEvent.nothing
            // Bounded: a folder with endless changes must not hold the frame.
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
                // A watch that `watch` removed reports that, too.
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

    /// Changes of entries of folders, by kqueue(2).
    ///
    /// For a folder it reports only that entries came or went, so the files are watched as well.
    struct FolderEvents: ~Copyable {
        /// The queue: readable once something happened.
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

        /// Watches these places and no others. What is missing is skipped.
        mutating func watch(_ places: WatchedPlaces) {
            let before = watched
            watched = []
            for (folder, names) in places.names {
                add(folder)
                for name in names { add(folder.appending(name)) }
            }
            // Closing a descriptor removes its events.
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

        /// What happened since the last call. It does not wait. kqueue does not report that a file is whole.
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

/// What happened to watched files since the last call.
enum FolderEvent {
    case nothing
    /// Something happened, and more may follow.
    case begun
    /// A file was closed by its writer, or put in place whole; nothing happened after that.
    case ended
}
