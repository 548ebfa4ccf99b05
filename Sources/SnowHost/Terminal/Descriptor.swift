#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file of this process, closed with it.
struct Descriptor: ~Copyable {
    let number: Int32
    /// Whether reads and writes return at once when they could not go on.
    let isNonBlocking: Bool

    /// Opens the terminal behind `descriptor` afresh, so that not blocking never becomes a property of the shell's
    /// own open file; where its path cannot be opened, a copy of the descriptor that may block.
    init(terminalOf descriptor: Int32) throws(TerminalError) {
        var path = [CChar](repeating: 0, count: 1024)
        if ttyname_r(descriptor, &path, path.count) == 0 {
            let opened = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if opened >= 0 {
                number = opened
                isNonBlocking = true
                return
            }
        }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        if copy < 0 { throw .refused(call: "fcntl", code: errno) }
        number = copy
        isNonBlocking = false
    }

    deinit {
        _ = close(number)
    }

    /// What one read or write came to.
    enum Outcome {
        case moved(Int)
        /// Nothing could be moved now, or a signal came that must be looked at first.
        case wouldBlock
        case closed
    }

    /// Writes what the terminal takes at once; a descriptor that may block is given little, and only when it says
    /// that it has room.
    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        var count = bytes.count
        if !isNonBlocking {
            guard Poll.wait(for: .init(number, writing: true), within: .zero) else { return .wouldBlock }
            // A tty that is writable has room for at least this much.
            count = min(count, 256)
        }
        #if canImport(Glibc)
            let written = Glibc.write(number, bytes.baseAddress, count)
        #else
            let written = Darwin.write(number, bytes.baseAddress, count)
        #endif
        return written >= 0 ? .moved(written) : Self.outcome(of: errno)
    }

    /// Reads what there is; nothing at all means that the other side is gone.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        if !isNonBlocking {
            guard Poll.wait(for: .init(number, writing: false), within: .zero) else { return .wouldBlock }
        }
        #if canImport(Glibc)
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
        #else
            let count = Darwin.read(number, buffer.baseAddress, buffer.count)
        #endif
        if count > 0 { return .moved(count) }
        return count == 0 ? .closed : Self.outcome(of: errno)
    }

    private static func outcome(of code: Int32) -> Outcome {
        code == EINTR || code == EAGAIN ? .wouldBlock : .closed
    }
}
