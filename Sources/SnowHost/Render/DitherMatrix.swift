/// Which pixels are lit to show an opacity where a pixel can only be lit or not: an ordered dither.
///
/// The thresholds are those of Bayer's matrix of 4×4 (1973).
enum DitherMatrix {
    private static let ranks: [UInt32] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    /// Whether the pixel at a place is lit for an opacity of 0…255; at 255 every one is, at 0 none.
    @inline(__always)
    static func isLit(_ opacity: UInt32, x: Int, y: Int) -> Bool {
        opacity > ranks[(y & 3) << 2 | x & 3] * 16 + 7
    }

    /// Whether a premultiplied pixel is lit at its place on the screen.
    ///
    /// What counts is its brightest channel: a flake of any colour shows by its opacity, a picture by its light.
    @inline(__always)
    static func isLit(pixel: UInt32, x: Int, y: Int) -> Bool {
        pixel != 0 && isLit(max(pixel >> 16 & 0xFF, max(pixel >> 8 & 0xFF, pixel & 0xFF)), x: x, y: y)
    }
}
