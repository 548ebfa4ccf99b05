/// One place on the screen.
package struct Cell: Hashable, Sendable {
    /// A Unicode scalar, or `clusterBit` and the number of a cluster in the grid's `ClusterTable`.
    package var content: UInt32
    package var style: CellStyle
    /// 1 or 2; 0 for the right half of a wide glyph, whose content and style are those of its head.
    package var width: UInt8

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
            && style.attributes.rawValue == 0 && width == 1
    }
}
