import Testing

@testable import SnowHost

@Suite struct DetailTests {
    @Test func `snow by the hundred fits into its budget, and the terminal shows what was meant`() {
        let board = FlakeBoard(capacity: 120)
        board.scatter(width: 80, height: 48, seed: 6)
        var control = DetailControl(bytesPerSecond: 20_000)
        var renderer = Renderer(columns: 80, rows: 24, isLineFeedPlain: true)
        let mapping = ViewMapping(columns: 80, rows: 24)
        let emulator = TerminalEmulator(columns: 80, rows: 24)
        emulator.feed("\u{1B}[?7l")
        var lastSecond = 0
        for frame in 0..<480 {
            renderer.detail = control.detail
            renderer.begin()
            renderer.draw(board.columns, count: 120, mapping: mapping)
            renderer.compose()
            _ = renderer.encode()
            emulator.feed(renderer.encoder.frame)
            control.note(byteCount: renderer.encoder.frame.count, seconds: 1 / 60)
            if frame >= 420 { lastSecond += renderer.encoder.frame.count }
            renderer.commit()
            for slot in 0..<120 { board[.y, slot] += board[.width, slot] / 20 }
        }
        #expect(lastSecond < 20_000)
        #expect(emulator.difference(from: renderer.grid) == nil)
    }

    @Test func `without a budget the detail stays`() {
        var control = DetailControl(bytesPerSecond: nil, step: 3)
        for _ in 0..<1000 { control.note(byteCount: 100_000, seconds: 1 / 60) }
        #expect(control.step == 3)
    }

    @Test func `a quiet scene gets finer, a busy one coarser, and neither goes to and fro`() {
        var control = DetailControl(bytesPerSecond: 60_000, step: 4)
        for _ in 0..<6000 { control.note(byteCount: 10, seconds: 1 / 60) }
        #expect(control.step == 0)
        var changes = 0
        for _ in 0..<36000 {
            let before = control.step
            control.note(byteCount: 2400 >> control.step, seconds: 1 / 60)
            if control.step != before { changes += 1 }
        }
        #expect(changes < 20)
        for _ in 0..<6000 { control.note(byteCount: 50_000, seconds: 1 / 60) }
        #expect(control.step == RenderDetail.steps.lastIndex { !$0.shedsSubstance })
    }

    @Test func `a pixel that hovers between two levels stays at one`() {
        let shader = Shader(detail: ShadeDetail(levels: 4, hysteresis: 0.3), threshold: 20)
        var held: UInt32 = 0
        var changes = 0
        for step in 0..<100 {
            let opacity: UInt32 = step % 2 == 0 ? 94 : 98
            let shade = shader.shade(opacity << 24 | opacity << 16 | opacity << 8 | opacity, held: held)
            if shade != held { changes += 1 }
            held = shade
        }
        #expect(changes == 1)
    }

    @Test func `without hysteresis what is shown depends on the picture alone`() {
        var random = SeededRandom(seed: 12)
        let shader = Shader(detail: ShadeDetail(levels: 7, hysteresis: 0), threshold: 10)
        for _ in 0..<2000 {
            let opacity = UInt32.random(in: 0...255, using: &random)
            let pixel = opacity << 24 | opacity << 16 | opacity << 8 | opacity
            let held = shader.shade(UInt32.random(in: 0...255, using: &random) << 24, held: 0)
            #expect(shader.shade(pixel, held: held) == shader.shade(pixel, held: 0))
        }
    }

    @Test func `a canvas blends as premultiplied colours do`() {
        #expect(Canvas.blend(0, with: 0x123456, opacity: 256) == 0xFF12_3456)
        #expect(Canvas.blend(0xFFFF_FFFF, with: 0xFF0000, opacity: 256) == 0xFFFF_0000)
        #expect(Canvas.blend(0xFF00_0000, with: 0xFFFFFF, opacity: 128) >> 24 >= 0xFE)
        var random = SeededRandom(seed: 21)
        for _ in 0..<2000 {
            let pixel = Canvas.blend(
                0, with: .random(in: 0...0xFF_FFFF, using: &random), opacity: .random(in: 0...256, using: &random))
            let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
            let opacity = UInt32.random(in: 0...256, using: &random)
            let result = Canvas.blend(pixel, with: color, opacity: opacity)
            for shift in [UInt32(0), 8, 16, 24] {
                let above = shift == 24 ? 255 : color >> shift & 0xFF
                let exact = Double(above * opacity + (pixel >> shift & 0xFF) * (256 - opacity)) / 256
                #expect(abs(exact - Double(result >> shift & 0xFF)) <= 2)
            }
        }
    }

    @Test func `a view is stretched over the columns, its units square`() {
        let wide = ViewMapping(columns: 200, rows: 50, viewWidth: 320)
        #expect(wide.viewWidth == 320 && wide.viewHeight == 160)
        #expect(wide.columnsPerUnit == 0.625 && wide.rowsPerUnit == 0.3125)
        let plain = ViewMapping(columns: 80, rows: 24)
        #expect(plain.viewWidth == 80 && plain.viewHeight == 48)
        #expect(plain.cell(x: 79.9, y: 47.9)?.column == 79 && plain.cell(x: 80, y: 0) == nil)
        #expect(plain.cell(x: .nan, y: 0) == nil && plain.cell(x: 0, y: .infinity) == nil)
        let point = wide.point(column: 10, row: 3)
        #expect(wide.cell(x: point.x, y: point.y)?.column == 10 && wide.cell(x: point.x, y: point.y)?.row == 3)
        let nothing = ViewMapping(columns: 0, rows: 0, viewWidth: 320)
        #expect(nothing.viewHeight == 0)
        for odd in [Double.nan, 0, -5, .infinity] {
            #expect(ViewMapping(columns: 80, rows: 24, viewWidth: odd).viewWidth == 80)
        }
        #expect(ViewMapping(columns: 100, rows: 50, viewWidth: 100, cellAspect: 1).viewHeight == 50)
    }
}
