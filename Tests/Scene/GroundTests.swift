import Testing

@testable import SnowHost

/// A picture of `lines` characters with letters at its foot, cells of 1 × 2 units.
func makeGround(_ lines: [String] = [], columns: Int = 40, rows: Int = 12, depth: Double? = 100) -> Ground {
    let ground = Ground()
    ground.snowpack.depth = depth
    ground.fit(
        GroundSize(width: Double(columns), height: Double(2 * rows), columns: Double(columns), rows: Double(rows)))
    ground.place(Scenery(StyledText(reading: lines.joined(separator: "\n").utf8)))
    return ground
}

/// Letters by chance: some columns, some strokes with air under them.
func randomLetters(_ stream: inout RandomStream) -> [String] {
    (0..<Int(stream.integer(in: 1...7))).map { _ in
        String(
            (0..<Int(stream.integer(in: 1...30))).map { _ in Array("  #_▄▀/\\.|█ ")[Int(stream.integer(in: 0...11))] })
    }
}

@Suite struct GroundTests {
    /// Lets everything slide until it rests.
    private func rest(_ ground: Ground) {
        for _ in 0..<4000 where !ground.unrest.isEmpty { ground.advance(seconds: 1.0 / 60) }
        #expect(ground.unrest.isEmpty)
    }

    private func pour(_ count: Int, on ground: Ground, _ stream: inout RandomStream) -> Double {
        var area = 0.0
        for _ in 0..<count {
            let flake = stream.uniform(0, 6)
            let x = stream.uniform(0, ground.size.width)
            let y = ground.surface(x: x, below: stream.uniform(0, ground.size.height))
            ground.settle(x: x, y: y, width: stream.uniform(0, 5), area: flake)
            area += flake
        }
        return area
    }

    private func count(_ ground: Ground) -> Int { ground.shelves.reduce(0) { $0 + $1.depth } }

    @Test func `where nothing lies the surface is the bottom`() {
        let ground = makeGround()
        for x in [-5.0, 0, 20, 39.9, 40, 1e9, .nan, .infinity] {
            #expect(ground.surface(x: x) == 24)
            #expect(ground.surface(x: x, below: 3) == 24)
        }
        #expect(Ground().surface(x: 3) == 0)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `what settles is there, to the grain, whatever slides where`(seed: UInt64) {
        var stream = RandomStream(seed: seed)
        let ground = makeGround(seed % 2 == 0 ? [] : randomLetters(&stream))
        ground.snowpack.slope = stream.uniform(0, 3)
        let area = pour(60, on: ground, &stream)
        // Half a grain is rounded away or added with each flake; shelves under letters may be full.
        if seed % 2 == 0 { #expect(abs(ground.volume - area) < 60.5 / ground.grainsPerArea) }
        let before = ground.grainCount
        #expect(count(ground) == before)
        for _ in 0..<200 {
            ground.advance(seconds: 1.0 / 60)
            #expect(count(ground) == before && ground.grainCount == before)
            #expect(ground.shelves.allSatisfy { $0.depth >= 0 })
        }
        rest(ground)
        #expect(count(ground) == before)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `at rest nothing is steeper than the slope, or through a ceiling`(seed: UInt64) {
        var stream = RandomStream(seed: seed &+ 900)
        let ground = makeGround(seed % 3 == 0 ? [] : randomLetters(&stream))
        ground.snowpack.slope = stream.uniform(0.1, 2)
        _ = pour(80, on: ground, &stream)
        rest(ground)
        let step = Int(ground.snowpack.slope * ground.columnWidth * ground.grainsPerDepth) + 1
        for column in 0..<ground.columnCount {
            for number in ground.starts[column]..<ground.starts[column + 1] {
                let own = ground.shelves[number]
                #expect(own.ceiling == .max || own.surface <= own.ceiling)
                for next in [column - 1, column + 1] where own.depth > 0 && (0..<ground.columnCount).contains(next) {
                    // No neighbour: a wall. A full one takes no more.
                    guard let target = ground.shelf(in: next, beside: own.surface), ground.room(on: target) > 0
                    else { continue }
                    let other = max(ground.shelves[target].surface, own.floor)
                    #expect(own.surface - other <= step, "column \(column)")
                }
            }
        }
    }

    @Test func `a heap has two sides alike`() {
        let ground = makeGround()
        for _ in 0..<40 {
            ground.settle(x: 20, y: 24, width: 2, area: 2)
            rest(ground)
        }
        for distance in 1...19 {
            let left = ground.surface(x: 20.25 - Double(distance) - 0.5)
            let right = ground.surface(x: 20.25 + Double(distance))
            #expect(abs(left - right) < 0.75, "\(distance): \(left) and \(right)")
        }
        #expect(ground.surface(x: 20) < 21)
        #expect(ground.surface(x: 1) == 24)
    }

    @Test func `melting takes from everything until nothing is left, and no more`() {
        var stream = RandomStream(seed: 5)
        let ground = makeGround(["##  _", " # ##"])
        _ = pour(60, on: ground, &stream)
        rest(ground)
        ground.snowpack.melt = 1.5
        var before = ground.grainCount
        for _ in 0..<2000 where before > 0 {
            let depths = ground.shelves.map(\.depth)
            ground.advance(seconds: 1.0 / 60)
            #expect(ground.grainCount < before || before == depths.filter { $0 > 0 }.count)
            #expect(count(ground) == ground.grainCount)
            before = ground.grainCount
        }
        #expect(before == 0)
        #expect(ground.surface(x: 39) == 24)
    }

    @Test(arguments: [-3.0, 3.0])
    func `wind only takes, and takes it to the lee`(wind: Double) {
        let ground = makeGround()
        ground.settle(x: 20, y: 24, width: 12, area: 40)
        rest(ground)
        func middle() -> Double {
            var moment = 0.0
            for column in 0..<ground.columnCount {
                moment +=
                    (Double(column) + 0.5) * ground.columnWidth * Double(ground.shelves[ground.starts[column]].depth)
            }
            return moment / Double(max(ground.grainCount, 1))
        }
        let start = middle()
        ground.snowpack.blow = wind
        var before = ground.grainCount
        for _ in 0..<300 {
            ground.advance(seconds: 1.0 / 60)
            #expect(ground.grainCount <= before && count(ground) == ground.grainCount)
            before = ground.grainCount
        }
        #expect((middle() - start) * wind > 0)
        for _ in 0..<20_000 where ground.grainCount > 0 { ground.advance(seconds: 0.1) }
        #expect(ground.volume < 0.1)
    }

    @Test func `ground at rest asks for nothing`() {
        let ground = makeGround(["###"])
        ground.settle(x: 20, y: 24, width: 3, area: 9)
        rest(ground)
        let depths = ground.shelves.map(\.depth)
        for _ in 0..<5 { ground.advance(seconds: 0.05) }
        #expect(ground.unrest.isEmpty)
        #expect(ground.shelves.map(\.depth) == depths)
    }

    @Test func `it gets as deep as it may, and no deeper`() {
        let ground = makeGround(depth: 2)
        for _ in 0..<500 {
            for x in stride(from: 0.5, to: 40, by: 1) { ground.settle(x: x, y: 20, width: 1, area: 1) }
            ground.advance(seconds: 1.0 / 60)
        }
        for x in 0..<40 { #expect(abs(ground.surface(x: Double(x) + 0.2) - 22) < 0.01) }
        let shallow = makeGround(depth: nil)
        for _ in 0..<50 { shallow.settle(x: 20, y: 20, width: 80, area: 100) }
        #expect(abs(shallow.surface(x: 20) - 16) < 0.01)
    }

    @Test(arguments: [0, -1, .nan, .infinity, -.infinity, 1e30, 1e-30])
    func `no number does harm`(number: Double) {
        let ground = makeGround(["#"])
        for values in [(number, 5.0, 2.0, 2.0), (5, number, 2, 2), (5, 24, number, 2), (5, 24, 2, number)] {
            ground.settle(x: values.0, y: values.1, width: values.2, area: values.3)
            #expect(ground.surface(x: number).isFinite && ground.surface(x: 5, below: number).isFinite)
        }
        ground.snowpack.melt = number
        ground.snowpack.blow = number
        ground.snowpack.slope = number.isNaN ? 0 : number
        ground.snowpack.depth = number
        ground.advance(seconds: 0.1)
        ground.fit(GroundSize(width: number, height: number, columns: number, rows: number))
        ground.settle(x: 5, y: 24, width: 3, area: 3)
        ground.advance(seconds: 0.1)
        #expect(ground.grainCount >= 0)
    }

    // Letters

    @Test func `the surface is the top of what stands there, and under a ledge what is below it`() {
        //  row 9:  #####       (y 18 to 20)
        //  row 10: #           (20 to 22)
        //  row 11: #   #       (22 to 24)
        let ground = makeGround(["#####", "#", "#   #"])
        let left = Double(ground.sceneryOrigin.column)
        #expect(ground.sceneryOrigin == (17, 9))
        #expect(ground.surface(x: left - 0.1) == 24)
        #expect(ground.surface(x: left + 0.1) == 18)
        #expect(ground.surface(x: left + 2.5) == 18)
        #expect(ground.surface(x: left + 2.5, below: 3) == 18)
        #expect(ground.surface(x: left + 2.5, below: 18.4) == 18)
        #expect(ground.surface(x: left + 2.5, below: 20.5) == 24)
        #expect(ground.surface(x: left + 4.5, below: 20.5) == 22)
        // Deep in the upright stroke there is nothing below but itself.
        #expect(ground.surface(x: left + 0.5, below: 23) == 18)
    }

    @Test func `snow lies on letters, as high a heap as they are wide, and the rest falls past them`() {
        let ground = makeGround(["########", "", "#"], columns: 60)
        let left = Double(ground.sceneryOrigin.column)
        for _ in 0..<40 {
            ground.settle(x: left + 4, y: ground.surface(x: left + 4), width: 2, area: 1)
            for _ in 0..<4 { ground.advance(seconds: 1.0 / 60) }
        }
        rest(ground)
        let top = ground.surface(x: left + 4)
        #expect(top < 18 - 0.7 * 3 && top > 18 - 0.7 * 5)
        #expect(ground.surface(x: left + 0.2) < 18)
        #expect(ground.surface(x: left - 1) < 22)
        #expect(ground.surface(x: left + 12) < 24)
    }

    @Test func `snow under a ledge stops at its underside`() {
        let ground = makeGround(["########", "        ", "#"], columns: 60)
        let x = Double(ground.sceneryOrigin.column) + 4
        for _ in 0..<200 { ground.settle(x: x, y: 23, width: 1, area: 3) }
        #expect(ground.surface(x: x, below: 22.5) >= 20)
        #expect(ground.surface(x: x) == 18)
    }

    // Sizes

    @Test(arguments: [[], ["##  ##", "  _ #", "######"]])
    func `snow stays when the size changes`(letters: [String]) {
        var stream = RandomStream(seed: 11)
        let ground = makeGround(letters, depth: 1000)
        for _ in 0..<30 { ground.settle(x: stream.uniform(1, 39), y: 0, width: 2, area: 3) }
        rest(ground)
        let volume = ground.volume
        for (columns, rows) in [(80, 24), (41, 12), (200, 60), (30, 30), (40, 12)] {
            ground.fit(
                GroundSize(
                    width: Double(columns), height: Double(2 * rows), columns: Double(columns), rows: Double(rows)))
            rest(ground)
            // Below a ledge there may be less room than before.
            #expect(abs(ground.volume - volume) <= volume * (letters.isEmpty ? 1e-3 : 2e-2), "\(columns)x\(rows)")
        }
        // In units of its own, however many cells there are.
        ground.fit(GroundSize(width: 320, height: 190, columns: 80, rows: 24))
        #expect(abs(ground.volume - volume) <= volume * 3e-2)
    }

    @Test func `snow on letters goes with them`() {
        let ground = makeGround(["########", "#", "#"])
        let x = Double(ground.sceneryOrigin.column) + 4
        for _ in 0..<5 { ground.settle(x: x, y: 18, width: 3, area: 1) }
        rest(ground)
        let depth = 18 - ground.surface(x: x)
        ground.fit(GroundSize(width: 90, height: 60, columns: 90, rows: 30))
        let newX = Double(ground.sceneryOrigin.column) + 4
        #expect(newX != x)
        #expect(abs(54 - ground.surface(x: newX) - depth) < 0.01)
        ground.place(nil)
        #expect(ground.surface(x: newX) > 54)
        #expect(ground.grainCount > 0)
    }

    // Flakes

    @Test func `a flake that settles adds its area, and says so`() throws {
        let scene = Scene(capacity: 3, width: 40, height: 24, seed: 1)
        scene.ground.fit(GroundSize(width: 40, height: 24, columns: 40, rows: 12))
        let flake = try #require(scene.spawn())
        scene.set(.x, to: 12, for: flake)
        scene.set(.y, to: 24, for: flake)
        scene.set(.width, to: 4, for: flake)
        #expect(scene.settle(flake))
        #expect(!scene.settle(flake))
        #expect(abs(scene.ground.volume - 4 * .pi) < 0.01)
        scene.collect { (_, reason) in #expect(reason == .settled) }
    }

    @Test func `flakes settle by themselves where that is wanted`() throws {
        let scene = Scene(capacity: 9, width: 40, height: 24, seed: 1)
        scene.ground.fit(GroundSize(width: 40, height: 24, columns: 40, rows: 12))
        for x in [5.0, 20, -3, 60] {
            let flake = try #require(scene.spawn())
            scene.set(.x, to: x, for: flake)
            scene.set(.y, to: 23.9, for: flake)
            scene.set(.speed, to: 2, for: flake)
        }
        scene.advance(seconds: 0)
        #expect(scene.count == 4)
        scene.ground.snowpack.settlesFlakes = true
        for _ in 0..<4 { scene.advance(seconds: 0.05) }
        #expect(scene.count == 2)
        #expect(abs(scene.ground.volume - .pi / 2) < 0.01)
    }
}
