#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where the things under test lie.
enum TestBinary {
    /// The `snowscript` that was built together with the tests.
    static let path = find("snowscript")

    /// The program whose parts are `Tests/Trials`.
    static let trials = find("trials")

    private static func find(_ name: String) -> String {
        var folder = imagePath
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            let candidate = folder + "/" + name
            var status = stat()
            if stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG { return candidate }
        }
        return "\(name), which was not built beside the tests"
    }

    /// The package's folder.
    static let packageFolder: String = {
        // This file is Tests/Pty/TestBinary.swift.
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    }()

    /// The file that this code was loaded from.
    private static var imagePath: String {
        #if canImport(Glibc)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/exe", &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #else
            var image = Dl_info()
            guard dladdr(#dsohandle, &image) != 0, let name = image.dli_fname else { return "" }
            return String(cString: name)
        #endif
    }
}
