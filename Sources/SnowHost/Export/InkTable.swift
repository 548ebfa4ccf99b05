/// Which number stands for a colour in a picture's pixels: a place in a palette while the colours fit one, else the
/// colour's own four bytes.
struct InkTable {
    /// What a pixel holds.
    typealias Ink = UInt32

    /// Shows what is below; it is the same number in both kinds of table.
    static let transparent: Ink = 0
    /// Entries of a PNG palette.
    static let largestPalette = 256

    /// 0xRRGGBB by place, `transparent` first; nil where there are too many colours.
    let palette: [UInt32]?
    private let places: [UInt32: Ink]

    /// A table of these colours (0xRRGGBB), in the order in which they come first.
    init(colors: some Sequence<UInt32>) {
        var palette: [UInt32] = [0]
        var places: [UInt32: Ink] = [:]
        for color in colors where places[color] == nil {
            places[color] = Ink(palette.count)
            palette.append(color)
            if palette.count > Self.largestPalette {
                self.palette = nil
                self.places = [:]
                return
            }
        }
        self.palette = palette
        self.places = places
    }

    /// What stands for one of the colours.
    func ink(for rgb: UInt32) -> Ink {
        if palette != nil { return places[rgb] ?? Self.transparent }
        // Red, green, blue and opacity, a byte each, in this order in memory.
        return (rgb >> 16 & 0xFF | rgb & 0xFF00 | (rgb & 0xFF) << 16 | 0xFF00_0000).littleEndian
    }
}
