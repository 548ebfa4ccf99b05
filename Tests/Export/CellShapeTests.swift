import Testing

@testable import SnowHost

@Suite struct CellShapeTests {
    /// Which of the parts of a cell, two in a row, are covered in their middle.
    private func parts(of scalar: UInt32, rowCount: Int, scale: Int) -> UInt32 {
        let shape = CellShape(of: scalar, scale: scale)
        return (0..<2 * rowCount).reduce(0) { pattern, place in
            let x = (2 * (place & 1) + 1) * shape.width / 4
            let y = (2 * (place >> 1) + 1) * shape.height / (2 * rowCount)
            return pattern | (shape.covers(x: x, y: y) ? 1 << UInt32(place) : 0)
        }
    }

    @Test(arguments: 1...4) func `mosaics of each kind have a character for every pattern`(scale: Int) {
        let blocks: [UInt32] = [0x20, 0x2580, 0x2582, 0x2584, 0x2586, 0x2588, 0x258C, 0x2590, 0x1FB82, 0x1FB85]
        let quadrants = blocks + Array(0x2596...0x259F)
        let kinds: [(characters: [UInt32], rowCount: Int)] = [
            (quadrants, 2), (quadrants + Array(0x1FB00...0x1FB3B), 3),
            (quadrants + Array(0x1CD00...0x1CDE5) + [0x1CEA0, 0x1CEA3, 0x1CEA8, 0x1CEAB, 0x1FBE6, 0x1FBE7], 4),
            (Array(0x2800...0x28FF), 4),
        ]
        for kind in kinds {
            let patterns = Set(kind.characters.map { parts(of: $0, rowCount: kind.rowCount, scale: scale) })
            #expect(patterns.count == 1 << (2 * kind.rowCount), "\(kind.rowCount) rows")
        }
    }

    @Test(arguments: 1...4) func `patterns that are each other's negatives fill the cell and never overlap`(scale: Int)
    {
        let pairs: [(UInt32, UInt32)] = [
            (0x2580, 0x2584), (0x258C, 0x2590), (0x2596, 0x259C), (0x2597, 0x259B), (0x2598, 0x259F), (0x2599, 0x259D),
            (0x259A, 0x259E), (0x1FB00, 0x1FB3B), (0x1CEA8, 0x1CDE5),
        ]
        for (first, second) in pairs {
            let shapes = (CellShape(of: first, scale: scale), CellShape(of: second, scale: scale))
            for y in 0..<shapes.0.height {
                for x in 0..<shapes.0.width {
                    let isOne = shapes.0.covers(x: x, y: y) != shapes.1.covers(x: x, y: y)
                    #expect(isOne, "\(first) \(second) \(x),\(y)")
                }
            }
        }
    }

    @Test(arguments: 1...4) func `eighths grow from their edge by a step each`(scale: Int) {
        let size = 8 * 16 * scale * scale
        for count in 1...8 {
            #expect(CellShape(of: 0x2580 + UInt32(count), scale: scale).inkCount == size * count / 8)
            #expect(CellShape(of: 0x2590 - UInt32(count), scale: scale).inkCount == size * count / 8)
        }
        for quarters in 1...3 {
            #expect(CellShape(of: 0x2590 + UInt32(quarters), scale: scale).inkCount == size * quarters / 4)
        }
    }

    @Test(arguments: 1...4) func `braille dots are alike, apart, and as many as bits`(scale: Int) {
        let dot = CellShape(of: 0x2801, scale: scale).inkCount
        #expect(dot >= 4 * scale * scale)
        for bits in UInt32(0)...255 {
            #expect(CellShape(of: 0x2800 + bits, scale: scale).inkCount == bits.nonzeroBitCount * dot)
        }
    }

    @Test func `printable ASCII and all that flakes are drawn with have shapes of their own`() {
        let frame = CellShape(of: 0x10FFFD, scale: 1)
        let drawn = Array(UInt32(0x21)...0x7E) + [0x2022, 0x2217, 0x2736, 0x273B, 0x2744, 0x2745, 0x2746]
        let shapes = drawn.map { CellShape(of: $0, scale: 1).rows }
        #expect(Set(shapes).count == drawn.count)
        for scalar in drawn + [0x22C5, 0x2219, 0xB7, 0x2026] {
            let shape = CellShape(of: scalar, scale: 1)
            #expect(shape.inkCount > 0 && shape != frame, "\(scalar)")
        }
        #expect(CellShape(of: 0x20, scale: 1).inkCount == 0)
        #expect(frame.inkCount > 0)
    }

    @Test func `a picture at a scale is the small one with larger pixels`() {
        for scalar in (UInt32(0x21)...0x7E) {
            let small = CellShape(of: scalar, scale: 1)
            let large = CellShape(of: scalar, scale: 3)
            for y in 0..<large.height {
                for x in 0..<large.width where large.covers(x: x, y: y) != small.covers(x: x / 3, y: y / 3) {
                    Issue.record("\(scalar) at \(x),\(y)")
                }
            }
        }
    }

    @Test(arguments: 1...4, [1, 2]) func `no attribute puts ink outside of the cell`(scale: Int, columns: Int) {
        for bits in UInt8(0)..<16 {
            for scalar: UInt32 in [0x2588, 0x57, 0x10FFFD] {
                let shape = CellShape(of: scalar, columns: columns, scale: scale)
                    .drawn(with: CellAttributes(rawValue: bits))
                #expect(shape.width == 8 * columns * scale)
                let isInside = shape.rows.allSatisfy { shape.width == 64 || $0 >> UInt64(shape.width) == 0 }
                #expect(isInside, "\(scalar) \(bits)")
            }
        }
    }

    @Test func `lines meet those of the next cell`() {
        for scale in 1...4 {
            let across = CellShape(of: 0x2500, scale: scale)
            let cross = CellShape(of: 0x253C, scale: scale)
            let corner = CellShape(of: 0x250C, scale: scale)
            for y in 0..<across.height {
                #expect(across.covers(x: 0, y: y) == cross.covers(x: cross.width - 1, y: y))
                #expect(across.covers(x: 0, y: y) == corner.covers(x: corner.width - 1, y: y))
            }
            #expect(corner.rows.last == cross.rows.last)
        }
    }
}
