/// One row of a panel: pieces of text, each in a style of its own, that cover the panel's whole width.
struct PanelLine: Equatable {
    /// What a piece of text is, which says how it looks.
    enum Role: Equatable {
        /// The bar at the top.
        case headline
        case label
        case value
        /// What is picked or pressed.
        case accent
        /// What is not as it should be.
        case warning
    }

    /// Text in one style.
    struct Piece: Equatable {
        let scalars: [UInt32]
        /// Counted from the panel's left edge.
        let column: Int
        let role: Role
    }

    /// Columns.
    let width: Int
    /// From left to right.
    private(set) var pieces: [Piece] = []
    private var used = 0

    /// An empty row.
    init(width: Int) {
        self.width = max(width, 0)
    }

    /// Columns that are not written yet.
    var room: Int { width - used }

    /// Adds text, as much of it as there is room for.
    mutating func add(_ text: String, _ role: Role) {
        guard room > 0, !text.isEmpty else { return }
        let scalars = PanelText.cut(text, to: room).unicodeScalars.map(\.value)
        pieces.append(Piece(scalars: scalars, column: used, role: role))
        used += CellGrid.columnCount(of: scalars)
    }

    /// Adds blanks up to a column, or to the end.
    mutating func fill(to column: Int? = nil, _ role: Role = .value) {
        let count = min(column ?? width, width) - used
        guard count > 0 else { return }
        add(String(repeating: " ", count: count), role)
    }

    /// The row as text, for those who look at no colours.
    var text: String {
        pieces.map { String(String.UnicodeScalarView($0.scalars.compactMap(Unicode.Scalar.init))) }.joined()
    }
}

extension PanelLine.Role {
    /// 0xRRGGBB; nil for the terminal's own foreground.
    func color(on ground: TerminalGround) -> UInt32? {
        let colors: (dark: UInt32, light: UInt32)? =
            switch self {
            case .headline: (0x9CC4F0, 0x2F6DB5)
            case .label: (0x7C8BA1, 0x66717F)
            case .value: nil
            case .accent: (0x8FD0FF, 0x0B5CAD)
            case .warning: (0xFFB86B, 0x9A4B00)
            }
        return colors.map { ground == .dark ? $0.dark : $0.light }
    }

    /// What tells it from its neighbours also without colours.
    var attributes: CellAttributes {
        switch self {
        case .headline: [.reverse, .bold]
        case .label, .value: []
        case .accent, .warning: .bold
        }
    }
}

extension Renderer {
    /// Writes a panel's row over the flakes.
    mutating func write(_ line: PanelLine, column: Int, row: Int) {
        for piece in line.pieces {
            write(
                piece.scalars, column: column + piece.column, row: row, color: piece.role.color(on: palette.ground),
                attributes: piece.role.attributes)
        }
    }
}
