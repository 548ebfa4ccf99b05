import Testing

@testable import SnowHost

/// One seeded frame of the snowfall as a picture, by each blitter: files that a person can look at.
@Suite struct BlitterPictureTests {
    // Recorded anew, after a look at what changed, by
    // SNOWSCRIPT_RECORD=1 swift test --filter BlitterPictureTests
    @Test(arguments: BlitterName.ofCharacters)
    func `a frame's picture is the recorded one`(blitter: BlitterName) throws {
        let folder = try TemporaryFolder()
        folder.adopt("frame.png")
        let run = try PipedRun(
            [
                "render", "snowfall", "-o", "\(folder.path)/frame.png", "--seed", "7", "--at", "4s", "--size", "40x12",
                "--blitter", blitter.rawValue,
            ])
        #expect(run.ending == .exited(0), "\(run.errors)")
        let drawn = try FileSystem.read("\(folder.path)/frame.png", limit: 1 << 20)
        let path = "\(TestBinary.packageFolder)/Tests/Golden/frame-\(blitter.rawValue).png"
        if GoldenFile.isRecording { GoldenFile.write(drawn, to: path) }
        // Pixels, as the same ones may be compressed in another way.
        let recorded = try PNGPicture(FileSystem.read(FilePath(path), limit: 1 << 20))
        let picture = try PNGPicture(drawn)
        #expect(picture.width == recorded.width && picture.height == recorded.height)
        #expect(picture.pixels == recorded.pixels)
        #expect(Set(picture.pixels).count > 2)
    }
}
