import Testing

@testable import SnowHost

@Suite struct PictureTests {
    /// Flakes of growing size in three rows: as they are, turned and half flipped, seen from the edge.
    private static func board(_ width: Float) -> FlakeBoard {
        let sizes: [Float] = [1, 2, 3, 5, 8, 12]
        let board = FlakeBoard(capacity: 3 * sizes.count)
        for (place, size) in sizes.enumerated() {
            for row in 0..<3 {
                let slot = row * sizes.count + place
                board[.x, slot] = width * (Float(place) + 0.6) / 6
                board[.y, slot] = 7.3 + 13 * Float(row)
                board[.width, slot] = size
                board[.rotation, slot] = row == 1 ? 0.4 : 0
                board[.flip, slot] = [0, 0.8, Float.pi / 2][row]
                board.columns.birthNumber[slot] = UInt32(slot)
            }
        }
        return board
    }

    private static func text(_ grid: CellGrid) -> String {
        var text = ""
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                text.unicodeScalars.append(Unicode.Scalar(grid[column, row].content) ?? "?")
            }
            while text.last == " " { text.removeLast() }
            text += "\n"
        }
        return text
    }

    @Test(arguments: BlitterName.ofCharacters, ColorDepth.allCases)
    func `flakes of all sizes and turns look as recorded`(name: BlitterName, depth: ColorDepth) {
        let board = Self.board(78)
        var renderer = Renderer(columns: 78, rows: 20, blitter: name, depth: depth, detail: RenderDetail.steps[4])
        renderer.begin()
        renderer.draw(board.columns, count: board.columns.capacity, mapping: ViewMapping(columns: 78, rows: 20))
        renderer.compose()
        GoldenFile.expect(Self.text(renderer.grid), matches: "flakes-\(name.rawValue)-\(depth.rawValue).txt")
    }

    @Test func `opacities of the canvas are as recorded`() {
        let board = Self.board(60)
        var rasterizer = Rasterizer()
        var canvas = Canvas(width: 60, height: 42)
        rasterizer.begin(canvas)
        for slot in 0..<board.columns.capacity {
            guard let look = FlakeLook(board.columns, slot: slot, scale: .init(x: 1, y: 1)) else { continue }
            rasterizer.draw(look, on: &canvas)
        }
        var text = ""
        let ramp = Array(".123456789abcdefg")
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                text.append(ramp[Int(canvas.pixels[y * 60 + x] >> 28) + (canvas.pixels[y * 60 + x] == 0 ? 0 : 1)])
            }
            text += "\n"
        }
        GoldenFile.expect(text, matches: "canvas.txt")
    }
}
