import Testing

@testable import SnowHost

@Suite struct SheddingTests {
    /// A control before a show that would take `demand` bytes a second, and three quarters of that for each step.
    private struct Show {
        var control: DetailControl
        var demand: Double
        private(set) var bytes: [Int] = []
        private(set) var steps: [Int] = []

        init(_ control: DetailControl, demand: Double) {
            self.control = control
            self.demand = demand
        }

        mutating func play(seconds: Int) {
            for _ in 0..<seconds * 60 {
                var byteCount = 0
                if control.isDue(seconds: 1 / 60) {
                    var share = 1.0
                    for _ in 0..<control.step { share *= 0.75 }
                    byteCount = Int(demand / 60 * share)
                    control.note(byteCount: byteCount, seconds: 1 / 60)
                }
                bytes.append(byteCount)
                steps.append(control.step)
            }
        }

        /// Steps up and down among the last frames.
        func changes(inLast seconds: Int) -> Int {
            let last = steps.suffix(seconds * 60)
            return zip(last, last.dropFirst()).count { $0 != $1 }
        }
    }

    @Test(arguments: BlitterName.allCases)
    func `what is shed is detail first, then colours, then flakes, then frames`(blitter: BlitterName) {
        let steps = RenderDetail.steps(for: blitter)
        let depths = ColorDepth.allCases
        func rank(_ depth: ColorDepth) -> Int { depths.firstIndex(of: depth) ?? 0 }
        for (finer, coarser) in zip(steps, steps.dropFirst()) {
            #expect(rank(coarser.colors) <= rank(finer.colors))
            #expect(coarser.flakeShare <= finer.flakeShare && coarser.framesPerPicture >= finer.framesPerPicture)
            #expect(finer != coarser)
            if coarser.colors != .truecolor { #expect(coarser.pixelsPerStep == 4) }
            if coarser.flakeShare < 256 { #expect(coarser.colors == .none) }
            if coarser.framesPerPicture > 1 { #expect(coarser.flakeShare == steps.last?.flakeShare) }
        }
        #expect(steps.first?.shedsSubstance == false && steps.last?.framesPerPicture == 8)
    }

    @Test func `coarser steps take fewer bytes`() {
        func bytes(_ detail: RenderDetail) -> Int {
            let board = FlakeBoard(capacity: 150)
            board.scatter(width: 80, height: 48, seed: 8)
            for slot in 0..<150 { board[.speed, slot] = 20 }
            var renderer = Renderer(columns: 80, rows: 24, blitter: .braille, detail: detail, isLineFeedPlain: true)
            var sum = 0
            for frame in 0..<120 {
                renderer.begin()
                renderer.draw(board.columns, count: 150, mapping: ViewMapping(columns: 80, rows: 24))
                renderer.compose()
                _ = renderer.encode()
                if frame > 0 { sum += renderer.encoder.frame.count }
                renderer.commit()
                for slot in 0..<150 { board[.y, slot] += 1 / 3 }
            }
            return sum
        }
        let counts = RenderDetail.steps(for: .braille).map(bytes)
        for (number, pair) in zip(counts, counts.dropFirst()).enumerated() {
            #expect(Double(pair.1) <= Double(pair.0) * 1.02, "step \(number + 1): \(counts)")
        }
        #expect(counts.last ?? 0 < (counts.first ?? 0) / 20, "\(counts)")
    }

    @Test func `a flake that few draw is drawn by more, and shares are what they say`() {
        let details = RenderDetail.steps.filter { $0.flakeShare < 256 }
        for (more, fewer) in zip(details, details.dropFirst()) {
            for number: UInt32 in 0..<5000 where fewer.draws(birthNumber: number) {
                #expect(more.draws(birthNumber: number))
            }
        }
        for detail in details {
            let drawn = (0..<UInt32(4096)).count { detail.draws(birthNumber: $0) }
            #expect(abs(drawn - detail.flakeShare * 16) <= 16)
        }
    }

    @Test(arguments: [500, 5000, 20_000, 200_000])
    func `a limit holds in every second, whatever is to be shown`(most: Double) {
        for demand in [most / 3, most * 1.1, most * 8, most * 4000] {
            var show = Show(DetailControl(bytesPerSecond: 56_000, mostBytesPerSecond: most), demand: demand)
            show.play(seconds: 40)
            for start in stride(from: 0, to: show.bytes.count - 60, by: 30) {
                let second = show.bytes[start..<start + 60]
                // A frame is not cut: the last one may pass the limit, and is paid for by those that wait for it.
                let sum = second.reduce(0, +) - (second.max() ?? 0)
                #expect(Double(sum) <= most * 1.25 + 1, "\(demand) into \(most), frame \(start)")
            }
            let sum = Double(show.bytes.reduce(0, +))
            #expect(sum <= most * 40.25 + Double(show.bytes.max() ?? 0))
        }
    }

    @Test func `frames wait only when nothing is left to shed`() {
        var show = Show(DetailControl(bytesPerSecond: 56_000, mostBytesPerSecond: 10_000), demand: 150_000)
        show.play(seconds: 20)
        #expect(show.control.step < RenderDetail.steps.count - 1)
        #expect(show.bytes.suffix(600).allSatisfy { $0 > 0 })
    }

    @Test func `what is shown while the scene stands still is paid for, and is shown`() {
        var control = DetailControl(bytesPerSecond: nil, mostBytesPerSecond: 3000)
        var shown: [Int] = []
        for frame in 0..<600 where control.isDue(seconds: 1 / 60) {
            shown.append(frame)
            control.note(byteCount: 900, seconds: 0)
        }
        // 3000 bytes a second for ten seconds, and what may come at once.
        #expect((33...36).contains(shown.count), "\(shown)")
    }

    @Test func `a control recovers, and goes neither to and fro`() {
        var show = Show(DetailControl(bytesPerSecond: 56_000, mostBytesPerSecond: 10_000), demand: 150_000)
        show.play(seconds: 240)
        #expect(show.changes(inLast: 180) <= 6)
        show.demand = 3000
        show.play(seconds: 600)
        #expect(show.control.step <= 3)
        #expect(show.changes(inLast: 240) <= 4)
    }

    @Test func `a usual average costs no colours, flakes or frames`() {
        for blitter in BlitterName.allCases {
            var show = Show(
                DetailControl(bytesPerSecond: 56_000, steps: RenderDetail.steps(for: blitter)), demand: 50_000_000)
            show.play(seconds: 60)
            #expect(!show.control.detail.shedsSubstance)
        }
    }

    @Test func `a terminal that refuses frames is sent less until it takes them all`() {
        // It takes 20 kB a second, and has room for 8 kB.
        var control = DetailControl(bytesPerSecond: 56_000)
        var waiting = 0.0
        var refusals: [Bool] = []
        for _ in 0..<60 * 60 {
            waiting = max(waiting - 20_000 / 60, 0)
            var share = 1.0
            for _ in 0..<control.step { share *= 0.75 }
            if waiting > 8000 {
                refusals.append(true)
                control.noteRefusal(seconds: 1 / 60)
            } else {
                refusals.append(false)
                waiting += 1500 * share
                control.note(byteCount: Int(1500 * share), seconds: 1 / 60)
            }
        }
        #expect(refusals.prefix(600).contains(true))
        #expect(!refusals.suffix(1800).contains(true))
        #expect(waiting < 700)
    }
}
