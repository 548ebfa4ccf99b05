import Testing

@testable import SnowHost

@Suite struct FrameFiguresTests {
    /// Plays frames and returns how many summaries there were.
    private func play(
        _ figures: inout FrameFigures, frames: Int, every interval: Duration, from start: Duration = .zero,
        _ frame: (Int) -> FrameFigures.Frame
    ) -> Int {
        (0..<frames).count { figures.note(frame($0), now: start + interval * $0) }
    }

    @Test func `steady frames have steady figures, told four times a second`() {
        var figures = FrameFigures()
        let count = play(&figures, frames: 201, every: .milliseconds(20)) { _ in
            .init(lua: 0.002, host: 0.001, drawing: 0.003, byteCount: 500, isDrawn: true)
        }
        // A quarter of a second is no whole number of frames.
        #expect((14...16).contains(count))
        let summary = figures.summary
        #expect(abs(summary.stepsPerSecond - 50) < 0.01)
        #expect(abs(summary.picturesPerSecond - 50) < 0.01)
        #expect(abs(summary.lua - 0.002) < 1e-9)
        #expect(abs(summary.host - 0.001) < 1e-9)
        #expect(abs(summary.drawing - 0.003) < 1e-9)
        #expect(abs(summary.percentile95 - 0.006) < 1e-9)
        #expect(abs(summary.bytesPerFrame - 500) < 1e-6)
        #expect(abs(summary.bytesPerSecond - 25_000) < 1)
    }

    @Test func `frames that are played but not drawn are told apart`() {
        var figures = FrameFigures()
        _ = play(&figures, frames: 301, every: .milliseconds(10)) { .init(isDrawn: $0 % 4 == 0) }
        #expect(abs(figures.summary.stepsPerSecond - 100) < 0.01)
        #expect(abs(figures.summary.picturesPerSecond - 25) < 1.1)
    }

    @Test func `the slowest twentieth does not count for the percentile`() {
        var figures = FrameFigures()
        _ = play(&figures, frames: 400, every: .milliseconds(10)) { .init(lua: $0 % 25 == 0 ? 1 : 0.004) }
        #expect(figures.summary.percentile95 == 0.004)
        _ = play(&figures, frames: 400, every: .milliseconds(10), from: .seconds(4)) {
            .init(lua: $0 % 10 == 0 ? 1 : 0.004)
        }
        #expect(figures.summary.percentile95 == 1)
    }

    @Test func `a pause is no slow frame`() {
        var figures = FrameFigures()
        _ = play(&figures, frames: 200, every: .milliseconds(20)) { _ in .init(isDrawn: true) }
        figures.interrupt()
        _ = play(&figures, frames: 200, every: .milliseconds(20), from: .seconds(60)) { _ in .init(isDrawn: true) }
        #expect(abs(figures.summary.stepsPerSecond - 50) < 0.01)
    }
}
