import SnowHost
import Testing

@testable import snowscript

@Suite struct BundledScriptTests {
    private static let folder = TestBinary.packageFolder + "/scripts"

    @Test func `the program holds the scripts of the folder, no more and no fewer`() throws {
        let files = FileSystem.names(in: FilePath(Self.folder)).filter { $0.hasSuffix(".lua") }
        #expect(files.map { $0.dropLast(4).description }.sorted() == BundledScript.all.map(\.name).sorted())
    }

    @Test(arguments: BundledScript.all.map(\.name))
    func `a bundled script is the folder's, byte for byte`(name: String) throws {
        #expect(try Script.read("\(Self.folder)/\(name).lua") == BundledScript.named(name)?.source)
    }

    @Test func `each picture of the folder is part of a script that names it, byte for byte`() throws {
        for script in BundledScript.all {
            let source = String(decoding: script.source, as: UTF8.self)
            for picture in script.pictures {
                let file = try FileSystem.read("\(Self.folder)/\(picture.name)", limit: Limits.imageFileBytes)
                #expect(file == picture.bytes)
                #expect(source.contains("\"\(picture.name)\""))
                #expect(BundledScript.file(named: picture.name) == picture.bytes)
            }
            #expect(BundledScript.file(named: "\(script.name).lua") == script.source)
            let images = try script.images()
            #expect(images.count == script.pictures.count)
        }
        #expect(BundledScript.all.flatMap(\.pictures).count == 5)
    }

    @Test func `the script that plays by default is the snowfall`() {
        #expect(BundledScript.all.first?.name == "snowfall")
    }

    @Test func `no bundled script has the name of a command`() {
        for script in BundledScript.all {
            #expect(Command.named(script.name) == nil)
            #expect(!Script.isPath(FilePath(script.name)))
        }
    }
}
