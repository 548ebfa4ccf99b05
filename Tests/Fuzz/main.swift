import CFuzzer

// usage: fuzz TARGET [FLAG of libFuzzer…] [FOLDER…]

guard CommandLine.arguments.count > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
    fatalError("usage: fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) [FLAG…] [FOLDER…]")
}

// libFuzzer sees the arguments without the target.
var count = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
arguments?.pointee = CommandLine.unsafeArgv[0]
_ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
    FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

extension FuzzTarget {
    /// What the command line names.
    static let chosen = FuzzTarget(rawValue: CommandLine.arguments[1]) ?? .script
}
