import Testing

@testable import SnowHost

@Suite struct CalmTests {
    /// A grid in which every cell is full or empty.
    private func grid(full: Bool, columns: Int = 40, rows: Int = 20) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        let cell = full ? Cell(content: 0x2588, style: CellStyle(foreground: .rgb(0xFFFFFF))) : Cell.blank
        for row in 0..<rows {
            for column in 0..<columns { grid.put(cell, column: column, row: row) }
        }
        return grid
    }

    /// Frames that are bright and then dark, of sixty a second.
    @Test(arguments: [(1, 1), (3, 3), (5, 10), (10, 10), (20, 1), (30, 30), (60, 5)])
    func `a picture that flashes is shown flashing three times a second at most`(bright: Int, dark: Int) {
        var limiter = FlashLimiter()
        var shown = grid(full: false)
        var rises = 0
        let seconds = 10
        for frame in 0..<seconds * 60 {
            var next = grid(full: frame % (bright + dark) >= dark)
            limiter.limit(&next, ground: .dark, seconds: 1.0 / 60)
            if next[0, 0].content == 0x2588, shown[0, 0].content != 0x2588 { rises += 1 }
            shown = next
        }
        #expect(rises <= 3 * seconds)
    }

    @Test func `small lights that move are not held back`() {
        var limiter = FlashLimiter()
        for frame in 0..<100 {
            var next = grid(full: false)
            next.put(Cell(content: 0x2580, style: CellStyle(foreground: .rgb(0xFFFFFF))), column: frame % 40, row: 5)
            let wanted = next
            limiter.limit(&next, ground: .dark, seconds: 1.0 / 60)
            #expect(next.cells == wanted.cells)
        }
    }

    @Test func `a picture that grows bright is shown in the end`() {
        var limiter = FlashLimiter()
        var shown = grid(full: false)
        limiter.limit(&shown, ground: .dark, seconds: 0)
        var frames = 0
        while shown[0, 0].content != 0x2588, frames < 1000 {
            var next = grid(full: true)
            limiter.limit(&next, ground: .dark, seconds: 1.0 / 60)
            shown = next
            frames += 1
        }
        #expect(frames > 60)
        #expect(frames < 1000)
    }

    @Test func `no flake is shown faster than a quarter of the view a second, nor flying to where it jumped`() throws {
        let layer = try makeLayer(
            """
            function init() spawn { x = 40, y = 1, speed = 300 } spawn { x = 1, y = 24 } end
            function update(f, dt, t)
              if f.id == 1 and f.y > 40 then f.y = 1 end
              if f.id == 2 then f.x = 1 + scene.frame % 2 * 60 end
            end
            """)
        let calm = CalmMotion()
        var before: [Int: (x: Float, y: Float, alpha: Float)] = [:]
        for _ in 0..<300 {
            layer.step(seconds: 1.0 / 60)
            let columns = calm.columns(
                of: layer.scene.columns, count: layer.scene.highWater, width: 80, height: 48, seconds: 1.0 / 60)
            for slot in 0..<2 {
                let now = (x: columns[.x][slot], y: columns[.y][slot], alpha: columns[.alpha][slot])
                if let was = before[slot] {
                    let distance = ((now.x - was.x) * (now.x - was.x) + (now.y - was.y) * (now.y - was.y)).squareRoot()
                    #expect(distance <= 0.25 * 48 / 60 + 1e-3 || now.alpha < 0.05)
                    #expect(now.alpha - was.alpha < 0.05)
                }
                before[slot] = now
            }
        }
        #expect(layer.trap == nil)
    }
}
