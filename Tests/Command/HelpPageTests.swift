import Testing

@testable import snowscript

@Suite struct HelpPageTests {
    @Test(arguments: everyCommand.map(\.line), [HelpPage.Length.short, .long])
    func `a page shows every flag with its text`(line: String, length: HelpPage.Length) throws {
        let command = try #require(everyCommand.first { $0.line == line })
        let page = HelpPage(of: command, length: length, isBold: false).text
        let words = flowing(page)
        #expect(words.contains(flowing(command.usage)))
        for flag in command.flags {
            #expect(words.contains(flowing(flag.spelling)), "\(flag.long)")
            #expect(words.contains(flowing(length == .short ? flag.brief : flag.detail)), "\(flag.long)")
            guard length == .long else { continue }
            for choice in flag.choices {
                #expect(words.contains(flowing("\(choice.name) \(choice.brief)")), "\(flag.long) \(choice.name)")
            }
        }
    }

    @Test(arguments: everyCommand.map(\.line), [HelpPage.Length.short, .long])
    func `a page fits eighty columns and is plain text`(line: String, length: HelpPage.Length) throws {
        let command = try #require(everyCommand.first { $0.line == line })
        let page = HelpPage(of: command, length: length, isBold: false).text
        for row in page.split(separator: "\n") {
            #expect(row.count <= 80, "\(row)")
            #expect(row.last != " ", "\(row)")
        }
        #expect(!page.contains("\u{1B}"))
        #expect(page.hasSuffix("\n") && !page.hasSuffix("\n\n") && !page.contains("\n\n\n"))
    }

    @Test func `the program's pages name every command`() {
        for length in [HelpPage.Length.short, .long] {
            let page = flowing(HelpPage(of: .root, length: length, isBold: false).text)
            for command in Command.all {
                #expect(page.contains(command.name))
                #expect(page.contains(flowing(command.brief)))
            }
        }
    }

    @Test func `the long page tells every exit status`() {
        let page = flowing(HelpPage(of: .run, length: .long, isBold: false).text)
        for status in ExitStatus.documented { #expect(page.contains("\(status.rawValue) \(status.meaning)")) }
    }

    @Test func `bold changes nothing but the headings`() {
        let bold = HelpPage(of: .root, length: .long, isBold: true).text
        let plain = HelpPage(of: .root, length: .long, isBold: false).text
        let stripped = bold.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            guard line.hasPrefix("\u{1B}[1m"), line.hasSuffix("\u{1B}[0m") else { return line }
            return line.dropFirst(4).dropLast(4)
        }
        #expect(bold != plain)
        #expect(stripped.joined(separator: "\n") == plain)
    }

    @Test(arguments: [10, 20, 40, 80])
    func `a paragraph keeps its words and its width`(width: Int) {
        var random = SplitMix(state: UInt64(width))
        for _ in 0..<200 {
            let words = (0..<random.next(below: 40)).map { _ in
                String(repeating: "x", count: 1 + random.next(below: 5))
            }
            let indent = random.next(below: 5)
            let paragraph = Paragraph(words.joined(separator: " "), indent: indent, width: width)
            #expect(paragraph.text.split { $0 == " " || $0 == "\n" }.map(String.init) == words)
            for line in paragraph.text.split(separator: "\n") { #expect(line.count <= width) }
        }
    }

    /// The words alone, so that a text is found wherever its lines break.
    private func flowing(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }
}

/// A small seeded generator.
private struct SplitMix {
    var state: UInt64

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % UInt64(bound))
    }
}
