import SnowHost
import Testing

@testable import snowscript

@Suite struct ReferencePageTests {
    private let page = ReferencePage(of: Reference.sections, isBold: false).text

    @Test func `the page names and describes everything`() {
        let words = Self.flowing(page)
        for section in Reference.sections {
            #expect(words.contains(Self.flowing(section.title)))
            #expect(words.contains(Self.flowing(section.lead)), "\(section.title)")
            for entry in section.entries {
                #expect(words.contains(Self.flowing(entry.about)), "\(entry.name)")
                for signature in entry.signatures {
                    #expect(words.contains(Self.flowing(section.prefix + entry.name + signature.text)), "\(entry.name)")
                }
            }
        }
    }

    @Test func `a page of a name tells all there is`() throws {
        for place in Reference.places {
            let words = Self.flowing(try #require(ReferencePage(naming: place.path, isBold: false)).text)
            let values = place.entry.signatures.flatMap { $0.parameters + $0.results }
            for text in [place.entry.about] + place.entry.details + place.entry.errors + values.map(\.about) {
                #expect(words.contains(Self.flowing(text)), "\(place.path): \(text)")
            }
            if case .value(let type, let unit, let initial, _) = place.entry.shape {
                for text in [type, unit, initial] {
                    #expect(words.contains(Self.flowing(text)), "\(place.path): \(text)")
                }
            }
        }
    }

    @Test func `pages fit eighty columns and are plain text`() throws {
        let pages = try Reference.names.map { try #require(ReferencePage(naming: $0, isBold: false)).text }
        for page in pages + [page] {
            for row in page.split(separator: "\n") {
                #expect(row.count <= 80, "\(row)")
                #expect(row.last != " ", "\(row)")
            }
            #expect(page.allSatisfy { $0 == "\n" || PlainText.escaped(String($0)) == String($0) })
            #expect(page.hasSuffix("\n") && !page.hasSuffix("\n\n") && !page.contains("\n\n\n"))
        }
    }

    @Test func `bold changes nothing but the headings`() {
        let bold = ReferencePage(of: Reference.sections, isBold: true).text
        let stripped = bold.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            guard line.hasPrefix("\u{1B}[1m"), line.hasSuffix("\u{1B}[0m") else { return line }
            return line.dropFirst(4).dropLast(4)
        }
        #expect(bold != page)
        #expect(stripped.joined(separator: "\n") == page)
    }

    @Test func `what nothing is called has no page`() {
        #expect(ReferencePage(naming: "nonsense", isBold: false) == nil)
        #expect(ReferencePage(naming: "", isBold: false) == nil)
    }

    /// The words alone, so that a text is found wherever its lines break.
    private static func flowing(_ text: String) -> String {
        text.filter { $0 != "`" }.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }
}
