import Testing

@testable import snowscript

@Suite struct JSONValueTests {
    @Test(arguments: [
        "", "plain", "\"quoted\" \\ back", "tab\tline\nreturn\r", "\u{0}\u{1B}[2J\u{7F}\u{9B}31m", "é 雪 ❄ 🎄",
        "\u{202E}turned\u{2066}", "\u{2028}\u{2029}", "\u{E000}\u{F0000}", "e\u{301}",
    ])
    func `a string is read back as it was, and drives no terminal`(string: String) throws {
        let text = JSONValue.string(string).text
        #expect(try JSONReader.read(text) == .string(string))
        #expect(
            text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}" }
        )
    }

    @Test func `a document of all kinds is read back`() throws {
        let document = JSONValue.object([
            .init("none", .null), .init("yes", .boolean(true)), .init("no", .boolean(false)),
            .init("numbers", .array([.integer(0), .integer(-7), .integer(.max)])), .init("empty", .array([])),
            .init("inner", .object([])), .init("a \"name\"", .string("x")),
        ])
        #expect(
            try JSONReader.read(document.text)
                == .object([
                    "none": .null, "yes": .boolean(true), "no": .boolean(false),
                    "numbers": .array([.number("0"), .number("-7"), .number("\(Int.max)")]), "empty": .array([]),
                    "inner": .object([:]), "a \"name\"": .string("x"),
                ]))
    }
}
