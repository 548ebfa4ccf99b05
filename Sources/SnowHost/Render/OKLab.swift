/// A colour in a space where equal distances look equally different.
///
/// The matrices are Björn Ottosson's (OKLab, 2020).
struct OKLab: Equatable {
    var lightness: Float
    var a: Float
    var b: Float

    init(lightness: Float, a: Float, b: Float) {
        self.lightness = lightness
        self.a = a
        self.b = b
    }

    /// The colour of 0xRRGGBB.
    init(rgb: UInt32) {
        let red = TransferCurve.light[Int(rgb >> 16 & 0xFF)]
        let green = TransferCurve.light[Int(rgb >> 8 & 0xFF)]
        let blue = TransferCurve.light[Int(rgb & 0xFF)]
        let long = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    }

    /// The square of the distance; 0.02² is about the least difference that shows.
    func squaredDistance(to other: OKLab) -> Float {
        let lightnessStep = lightness - other.lightness
        let aStep = a - other.a
        let bStep = b - other.b
        return lightnessStep * lightnessStep + aStep * aStep + bStep * bStep
    }
}

/// The cube root of a number in 0…1, by Newton's method.
private func cubeRoot(_ value: Float) -> Float {
    guard value > 1e-9 else { return 0 }
    var root: Float = 0.5 + 0.5 * value
    for _ in 0..<24 {
        let next = root - (root * root * root - value) / (3 * root * root)
        if abs(next - root) < 1e-7 { return next }
        root = next
    }
    return root
}
