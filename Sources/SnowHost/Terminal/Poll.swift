#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Waiting for descriptors.
enum Poll {
    /// A descriptor and what is awaited of it.
    struct Interest {
        fileprivate var entry: pollfd

        init(_ descriptor: Int32, writing: Bool) {
            entry = pollfd(fd: descriptor, events: Int16(writing ? POLLOUT : POLLIN), revents: 0)
        }

        /// What is awaited can be done now, be it only to learn that the other side is gone.
        var isDue: Bool { entry.revents != 0 }
        /// The other side is gone, and nothing is left to read.
        var isClosed: Bool {
            entry.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 && entry.revents & Int16(POLLIN) == 0
        }
    }

    /// Waits until one of three is due, one of `descriptors` can be read, a signal comes, or the time is over. One of the
    /// three that is not wanted has descriptor -1.
    ///
    /// - Returns: Whether one of `descriptors` can be read.
    static func wait(
        _ interests: inout (Interest, Interest, Interest), orReading descriptors: [Int32], within time: Duration
    ) -> Bool {
        guard !descriptors.isEmpty else {
            withUnsafeMutableBytes(of: &interests) { bytes in
                // A tuple of three structs, each of which is one pollfd, has the layout of an array of pollfd.
                wait(bytes.assumingMemoryBound(to: pollfd.self), within: time)
            }
            return false
        }
        var entries = [interests.0.entry, interests.1.entry, interests.2.entry]
        entries += descriptors.map { Interest($0, writing: false).entry }
        entries.withUnsafeMutableBufferPointer { wait($0, within: time) }
        (interests.0.entry, interests.1.entry, interests.2.entry) = (entries[0], entries[1], entries[2])
        return entries[3...].contains { $0.revents != 0 }
    }

    /// Waits for one; whether it is due.
    static func wait(for interest: Interest, within time: Duration) -> Bool {
        var entry = interest.entry
        withUnsafeMutablePointer(to: &entry) { wait(UnsafeMutableBufferPointer(start: $0, count: 1), within: time) }
        return entry.revents != 0
    }

    private static func wait(_ entries: UnsafeMutableBufferPointer<pollfd>, within time: Duration) {
        let time = max(time, .zero)
        let seconds = min(time.components.seconds, 3600)
        let nanoseconds = Int(time.components.attoseconds / 1_000_000_000)
        var milliseconds = Int32(seconds) * 1000 + Int32(nanoseconds / 1_000_000)
        // Rounded up where a millisecond is little: the end of the time is then one wake-up.
        if milliseconds >= 100 { milliseconds += 1 }
        if poll(entries.baseAddress, nfds_t(entries.count), milliseconds) != 0 { return }
        guard milliseconds == 0, nanoseconds > 0 else { return }
        // poll(2) counts in milliseconds; the rest of one is slept, so that a frame starts when it should.
        var rest = timespec(tv_sec: 0, tv_nsec: nanoseconds)
        nanosleep(&rest, nil)
    }
}
