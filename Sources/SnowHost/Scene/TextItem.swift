/// A line of text in a frame.
package struct TextItem: Hashable, Sendable {
    /// Which point of the text stands at `x`.
    package enum Alignment: UInt8, Sendable {
        case left, center, right
    }

    /// View units from the left edge.
    package let x: Double
    /// View units from the top edge.
    package let y: Double
    /// 0xRRGGBB.
    package let color: UInt32
    /// Which point of the text stands at `x`.
    package let alignment: Alignment
    package let isBold: Bool
    /// Whether flakes are seen before it.
    package let isBehind: Bool
    /// Its characters in `TextLayer.scalars`.
    package let scalars: Range<Int>
}
