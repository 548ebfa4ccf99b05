@testable import SnowHost

/// Grids of cells that come from chance: letters, blocks, wide glyphs, marks, in any style.
struct CellScribble {
    private(set) var grid: CellGrid
    private let depth: ColorDepth
    private var random: SeededRandom
    /// Whether glyphs are left out on whose width terminals do not agree.
    private let isCertain: Bool

    init(columns: Int, rows: Int, seed: UInt64, depth: ColorDepth = .truecolor, isCertain: Bool = false) {
        grid = CellGrid(columns: columns, rows: rows)
        self.depth = depth
        self.isCertain = isCertain
        random = SeededRandom(seed: seed)
    }

    /// Changes some cells.
    mutating func scribble(count: Int) {
        let narrow: [UInt32] = [0x20, 0x41, 0x67, 0x2A, 0x2580, 0x2588, 0x28FF, 0x2826, 0x2592, 0x259A, 0x2502]
        let wide: [UInt32] = [0x96EA, 0x3042]
        for _ in 0..<count {
            let row = Int.random(in: 0..<grid.rows, using: &random)
            let column = Int.random(in: 0..<grid.columns, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                let glyph = wide.randomElement(using: &random) ?? 0x96EA
                grid.put(Cell(content: glyph, style: style(), width: 2), column: column, row: row)
            case 1 where !isCertain: grid.write([0x65, 0x301, 0x78], column: column, row: row, style: style())
            case 2: grid.put(.blank, column: column, row: row)
            default:
                let glyph = narrow.randomElement(using: &random) ?? 0x41
                grid.put(Cell(content: glyph, style: style()), column: column, row: row)
            }
        }
    }

    private mutating func style() -> CellStyle {
        let bits = Int.random(in: 0..<4, using: &random) == 0 ? UInt8.random(in: 0..<16, using: &random) : 0
        return CellStyle(foreground: color(), background: color(), attributes: CellAttributes(rawValue: bits))
    }

    private mutating func color() -> CellColor {
        if Int.random(in: 0..<3, using: &random) == 0 { return .standard }
        return switch depth {
        case .none: .standard
        case .sixteen: .indexed(UInt8.random(in: 0..<16, using: &random))
        case .indexed: .indexed(UInt8.random(in: 16...255, using: &random))
        case .truecolor: .rgb(UInt32.random(in: 0...0xFF_FFFF, using: &random))
        }
    }
}

extension CellGrid {
    /// What a picture of the grid must show, 0xRRGGBB a pixel, from the definition of each cell alone.
    func pixels(scale: Int = 1, ground: TerminalGround = .dark) -> [UInt32] {
        let (width, height) = (8 * scale, 16 * scale)
        var pixels = [UInt32](repeating: ground.color, count: columns * width * rows * height)
        for row in 0..<rows {
            for column in 0..<columns where self[column, row].width > 0 {
                let cell = self[column, row]
                let isCluster = cell.content & Cell.clusterBit != 0
                let scalar = isCluster ? clusters[Int(cell.content & ~Cell.clusterBit)].first ?? 0x20 : cell.content
                let shape = CellShape(of: scalar, columns: Int(cell.width), scale: scale)
                    .drawn(with: cell.style.attributes)
                let colors = CellPainter.colors(of: cell.style, on: ground)
                for y in 0..<height {
                    for x in 0..<shape.width {
                        pixels[(row * height + y) * columns * width + column * width + x] =
                            shape.covers(x: x, y: y) ? colors.foreground : colors.background
                    }
                }
            }
        }
        return pixels
    }
}
