/// One place on the screen.
package struct Cell: Hashable, Sendable {
    /// A Unicode scalar, or `clusterBit` and the number of a cluster in the grid's `ClusterTable`.
    package var content: UInt32
    package var style: CellStyle
    /// 1 or 2; 0 for the right half of a wide glyph, whose content and style are those of its head.
    package var width: UInt8
    /// Whether pixels lie over it, which are lost when it is written.
    package var isPictured = false

    /// Set in `content` when the rest is a cluster's number.
    package static let clusterBit: UInt32 = 1 << 31

    /// A cell that holds `content`.
    package init(content: UInt32, style: CellStyle = CellStyle(), width: UInt8 = 1) {
        self.content = content
        self.style = style
        self.width = width
    }

    /// A space in the terminal's own colours: its background shows through.
    package static let blank = Cell(content: 0x20)

    /// Whether this is `blank`.
    package var isBlank: Bool {
        content == 0x20 && style.foreground.packed == 0 && style.background.packed == 0
            && style.attributes.rawValue == 0 && width == 1 && !isPictured
    }

    /// Whether nothing but the background of the cell is seen: a space without a line or a turn of its colours.
    var isSpace: Bool {
        content == 0x20 && width == 1 && style.attributes.isDisjoint(with: .seenOnSpaces)
    }

    /// Whether it may be erased together with those beside it.
    var isErasable: Bool { isSpace && !isPictured }
}

extension CellStyle {
    /// Whether a cell drawn with this style looks as one drawn with the cell's own: the colour of what is not there
    /// does not count.
    func shows(_ cell: Cell) -> Bool {
        if self == cell.style { return true }
        return cell.isSpace && background == cell.style.background
            && attributes.isDisjoint(with: .seenOnSpaces)
    }

    /// Whether `Cell.blank` drawn with this style looks as it should.
    var showsBlanks: Bool { background == .standard && attributes.isDisjoint(with: .seenOnSpaces) }
}

extension CellAttributes {
    /// Those that show although nothing stands in the cell.
    static let seenOnSpaces: CellAttributes = [.underline, .reverse]
}
