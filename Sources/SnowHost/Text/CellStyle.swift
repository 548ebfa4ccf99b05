/// How a cell is drawn, apart from what stands in it.
package struct CellStyle: Hashable, Sendable {
    package var foreground: CellColor
    package var background: CellColor
    package var attributes: CellAttributes

    /// A style; by default the one after a reset.
    package init(
        foreground: CellColor = .standard,
        background: CellColor = .standard,
        attributes: CellAttributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

/// The text attributes that every terminal in use knows.
package struct CellAttributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let bold = CellAttributes(rawValue: 1)
    package static let italic = CellAttributes(rawValue: 2)
    package static let underline = CellAttributes(rawValue: 4)
    package static let reverse = CellAttributes(rawValue: 8)
}
