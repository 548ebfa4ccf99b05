#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A program run to its end with pipes for its descriptors, so that it sees no terminal.
struct PipedRun {
    /// None when it did not end in time.
    let ending: ChildProcess.Ending?
    let outputBytes: [UInt8]
    let errorBytes: [UInt8]

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var errors: String { String(decoding: errorBytes, as: UTF8.self) }

    /// Runs `executable`, `snowscript` if none is named; `environment` is added to `ChildProcess.baseEnvironment`.
    ///
    /// With `closesOutput` nobody reads what the program prints, from its start.
    init(
        _ arguments: [String], executable: String = TestBinary.path, input: String = "",
        environment: [String: String] = [:], folder: String? = nil, closesOutput: Bool = false,
        timeout: Duration = .seconds(30)
    ) throws(ChildProcess.Failure) {
        let input = (bytes: Array(input.utf8), pipe: try Descriptor.pipe())
        let output = try Descriptor.pipe()
        let errors = try Descriptor.pipe()
        if closesOutput { output.read.close() }
        let process = try ChildProcess(
            executable, arguments, environment: ChildProcess.baseEnvironment.merging(environment) { $1 },
            descriptors: [
                .descriptor(input.pipe.read.number), .descriptor(output.write.number),
                .descriptor(errors.write.number),
            ],
            ownSession: false, folder: folder)
        // The child has its own copies; with ours open, its end would not be seen.
        input.pipe.read.close()
        output.write.close()
        errors.write.close()

        var unwritten = input.bytes[...]
        var outputBytes: [UInt8] = []
        var errorBytes: [UInt8] = []
        for descriptor in [input.pipe.write, output.read, errors.read] { descriptor.stopBlocking() }
        let deadline = ContinuousClock.now + timeout
        var hasEnded = false
        repeat {
            // The ending is looked up first: all that the program wrote before it is there to be read after.
            hasEnded = process.checkForEnding() != nil
            if !input.pipe.write.write(from: &unwritten) || unwritten.isEmpty { input.pipe.write.close() }
            if !output.read.read(into: &outputBytes) { output.read.close() }
            if !errors.read.read(into: &errorBytes) { errors.read.close() }
            if hasEnded { break }
            // Closed descriptors are -1, which poll passes over. Short, because the end may be no event of a pipe.
            var events = [
                pollfd(fd: input.pipe.write.number, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: output.read.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors.read.number, events: Int16(POLLIN), revents: 0),
            ]
            poll(&events, 3, 5)
        } while ContinuousClock.now < deadline
        ending = process.ending
        self.outputBytes = outputBytes
        self.errorBytes = errorBytes
    }
}
