import Testing

@testable import SnowHost

/// Inputs for tools/fuzz to start from, and those that broke something once.
@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func `each input that is kept does no harm`(target: FuzzTarget) throws {
        let folder = TestBinary.packageFolder + "/Tests/Corpus/" + target.rawValue
        let files = FileSystem.names(in: FilePath(folder)).map { folder + "/" + $0.description }
            .filter { FileSystem.isFile(FilePath($0)) }
        #expect(!files.isEmpty)
        for file in files.sorted() { target.run(try FileSystem.read(FilePath(file), limit: 1 << 20)) }
    }
}
