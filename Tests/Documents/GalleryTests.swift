import SnowHost
import Testing

@testable import snowscript

/// docs/GALLERY.md shows every bundled script.
@Suite struct GalleryTests {
    private static let folder = TestBinary.packageFolder + "/docs"

    /// The sections of the document by their titles, and the titles in order.
    private static func sections() throws -> (titles: [String], texts: [String: String]) {
        let bytes = try FileSystem.read("\(folder)/GALLERY.md", limit: 1 << 20)
        var titles: [String] = []
        var texts: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("## ") { titles.append(String(line.dropFirst(3))) }
            if let title = titles.last { texts[title, default: ""] += line + "\n" }
        }
        return (titles, texts)
    }

    @Test func `every bundled script has its section, in the order of the list`() throws {
        #expect(try Self.sections().titles == BundledScript.all.map(\.name))
    }

    @Test(arguments: BundledScript.all.map(\.name))
    func `a section shows how the script is run, and its picture`(name: String) throws {
        let text = try #require(Self.sections().texts[name])
        #expect(text.contains("snowscript run \(name)"))
        #expect(text.contains("](\(name).png)"))
        let picture = try FileSystem.read("\(Self.folder)/\(name).png", limit: 64 << 10)
        let image = try Image(png: picture)
        #expect(image.width == 800 && image.height == 448)
    }

    @Test func `tools/screenshots draws the picture of every bundled script`() throws {
        let bytes = try FileSystem.read("\(TestBinary.packageFolder)/tools/screenshots", limit: 1 << 16)
        let text = String(decoding: bytes, as: UTF8.self)
        for script in BundledScript.all { #expect(text.contains("render \(script.name) ")) }
    }
}
