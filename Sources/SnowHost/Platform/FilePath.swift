/// The path of a file or folder, or a part of one, as bytes.
///
/// Systems name files with bytes, which need not be UTF-8. A string gives its UTF-8 bytes:
///
/// ```swift
/// let module = try Module(file: "snow.lua")
/// let other = try Module(file: FilePath(bytes: [0x73, 0x6E, 0xE9, 0x2E, 0x6C, 0x75, 0x61]))
/// print(other.name)  // sn\xE9.lua
/// ```
public struct FilePath: Hashable, Sendable, CustomStringConvertible {
    /// The bytes, without the zero that C puts behind them.
    public let bytes: [UInt8]

    /// A path of these bytes. With a zero among them it leads to no file.
    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// A path of the string's UTF-8 bytes.
    public init(_ text: String) {
        self.init(bytes: text.utf8)
    }

    /// The bytes before the first zero, as the system ends its paths.
    package init(beforeZero bytes: some Sequence<UInt8>) {
        self.init(bytes: bytes.prefix { $0 != 0 })
    }

    /// A path from C.
    package init(cString: UnsafePointer<CChar>) {
        var count = 0
        while cString[count] != 0 { count += 1 }
        self.init(bytes: UnsafeRawBufferPointer(start: cString, count: count))
    }

    /// The path for people: as it stands where it is UTF-8; every other byte is written as `\xE9`.
    ///
    /// It may hold control characters: escape it before it reaches a terminal.
    public var description: String { String(showing: bytes) }

    /// Calls `body` with the path for C: an empty one, which leads nowhere, where there is a zero among the bytes.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        try (bytes.contains(0) ? [0] : bytes + [0]).withUnsafeBufferPointer { buffer in
            try buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { preconditionFailure("a path for C has at least its zero") }
                return try body(start)
            }
        }
    }

    package var isEmpty: Bool { bytes.isEmpty }
    /// Whether it starts at the root.
    package var isAbsolute: Bool { bytes.first == Self.slash }

    /// The parts between slashes, without empty ones.
    package var parts: [FilePath] { bytes.split(separator: Self.slash).map(FilePath.init(bytes:)) }

    /// What stands behind the last slash; all of it where there is none.
    package var fileName: FilePath {
        FilePath(bytes: bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...])
    }

    /// The folder part: "." where it has none.
    package var folder: FilePath {
        guard let slash = bytes.lastIndex(of: Self.slash) else { return "." }
        return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
    }

    /// The path of `name` in this folder.
    package func appending(_ name: FilePath) -> FilePath {
        bytes.last == Self.slash ? "\(self)\(name)" : "\(self)/\(name)"
    }

    package func hasPrefix(_ text: String) -> Bool { bytes.starts(with: text.utf8) }

    package func hasSuffix(_ text: String) -> Bool { bytes.reversed().starts(with: text.utf8.reversed()) }

    /// All but the last `count` bytes.
    package func dropLast(_ count: Int) -> FilePath { FilePath(bytes: bytes.dropLast(count)) }

    private static let slash: UInt8 = 0x2F
}

/// A string literal is a path; paths within it keep their bytes: `"\(folder)/snow.lua"`.
extension FilePath: ExpressibleByStringInterpolation {
    /// The bytes of a literal while it is put together.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        /// An empty literal.
        public init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity)
        }

        /// Appends what stands between the values.
        public mutating func appendLiteral(_ text: String) { bytes += text.utf8 }

        /// Appends a path's bytes.
        public mutating func appendInterpolation(_ path: FilePath) { bytes += path.bytes }

        /// Appends what a value is called.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            bytes += value.description.utf8
        }
    }

    /// As `init(_:)`.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The path that a literal comes to.
    public init(stringInterpolation literal: StringInterpolation) {
        bytes = literal.bytes
    }
}

extension String {
    /// Bytes that should be UTF-8, for people: every byte that is not is written as `\xE9`.
    package init(showing bytes: some Collection<UInt8>) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = text
            return
        }
        self = ""
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var place = bytes.startIndex
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar):
                unicodeScalars.append(Unicode.UTF8.decode(scalar))
                place = bytes.index(place, offsetBy: scalar.count)
            case .error(let length):
                for byte in bytes[place...].prefix(length) {
                    let digits = String(byte, radix: 16, uppercase: true)
                    self += "\\x" + (digits.count < 2 ? "0" : "") + digits
                }
                place = bytes.index(place, offsetBy: length)
            case .emptyInput: return
            }
        }
    }
}
