import Testing

@testable import SnowHost

@Suite struct FilePathTests {
    private static let shown: [(bytes: [UInt8], text: String)] = [
        (Array("snow.lua".utf8), "snow.lua"), (Array("sné 雪".utf8), "sné 雪"), ([], ""),
        ([0x73, 0x6E, 0xE9], "sn\\xE9"), ([0xE9, 0x73], "\\xE9s"), ([0xFF, 0xFE, 0x61], "\\xFF\\xFEa"),
        // A character that is cut, one that is overlong, a surrogate, and one beyond Unicode.
        ([0xF0, 0x9F, 0x98, 0x41], "\\xF0\\x9F\\x98A"), ([0xC0, 0xAF], "\\xC0\\xAF"),
        ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"), ([0xF4, 0x90, 0x80, 0x80], "\\xF4\\x90\\x80\\x80"),
        ([0xC3, 0xA9, 0xE9, 0xC3, 0xA9], "é\\xE9é"), ([0xC3], "\\xC3"),
    ]

    @Test(arguments: shown.indices)
    func `a byte that is not UTF-8 is shown as its number`(index: Int) {
        let (bytes, text) = Self.shown[index]
        #expect(FilePath(bytes: bytes).description == text)
        #expect(FilePath(bytes: bytes).bytes == bytes)
    }

    @Test func `a path within a literal keeps its bytes`() {
        let name = FilePath(bytes: [0x61, 0xE9])
        let text = "b"
        let path: FilePath = "/tmp/\(name)/\(text).\(7)"
        #expect(path.bytes == Array("/tmp/a".utf8) + [0xE9] + Array("/b.7".utf8))
        #expect("\(path)" == "/tmp/a\\xE9/b.7")
    }

    @Test(
        arguments: [
            ("snow.lua", ".", "snow.lua"), ("/snow.lua", "/", "snow.lua"), ("a/b/c", "a/b", "c"), ("a/", "a", ""),
            ("", ".", ""), ("/", "/", ""), ("./x", ".", "x"),
        ])
    func `a path has a folder and a name in it`(path: String, folder: String, name: String) {
        #expect(FilePath(path).folder == FilePath(folder))
        #expect(FilePath(path).fileName == FilePath(name))
    }

    @Test func `a name is appended behind one slash`() {
        for folder in ["/", "a", "a/"] as [FilePath] {
            #expect(folder.appending("b").description.hasSuffix(folder == "/" ? "/b" : "a/b"))
        }
    }

    @Test func `a path with a zero leads nowhere`() {
        let path = FilePath(bytes: Array("/etc/passwd".utf8) + [0] + Array(".lua".utf8))
        #expect(!FileSystem.isFile(path))
        #expect(FileSystem.canonical(path) == nil)
        #expect(throws: FileSystem.Failure.self) { try FileSystem.read(path, limit: 1 << 20) }
    }
}
