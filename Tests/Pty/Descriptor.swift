import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// An open file descriptor of the test's, not inherited by children, closed once.
final class Descriptor {
    private(set) var number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    /// Closes it before the value goes.
    func close() {
        if number >= 0 { closeNumber(number) }
        number = -1
    }

    deinit { close() }

    /// The two ends of a new pipe.
    static func pipe() throws(ChildProcess.Failure) -> (read: Descriptor, write: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        let code = ChildProcess.inheritance.withLock { _ in
            let code = makePipe(&numbers)
            for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
            return code
        }
        guard code == 0 else { throw ChildProcess.Failure(operation: "make a pipe", code: errno) }
        return (Descriptor(numbers[0]), Descriptor(numbers[1]))
    }

    /// Makes reads and writes return at once.
    func stopBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }

    /// Appends what can be read at once; false at the end of the file.
    func read(into bytes: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = readNumber(number, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                return false
            } else if errno == EAGAIN {
                return true
            }
        }
    }

    /// Writes what can be written at once, and takes it off `bytes`; false when nobody will ever read it.
    func write(from bytes: inout ArraySlice<UInt8>) -> Bool {
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { writeNumber(number, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                return true
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }
}

private func closeNumber(_ number: Int32) {
    close(number)
}

private func readNumber(_ number: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(number, start, count)
}

private func writeNumber(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(number, start, count)
}

private func makePipe(_ numbers: inout [Int32]) -> Int32 {
    pipe(&numbers)
}
