/// The curve of sRGB (IEC 61966-2-1), between what a byte says and the light that it stands for.
package enum TransferCurve {
    /// The light of each byte, 0…1.
    package static let light: [Float] = (0..<256).map { value in
        let level = Double(value) / 255
        guard level > 0.04045 else { return Float(level / 12.92) }
        // x^2.4 = x² · (x²)^(1/5), the root by Newton's method: the standard library has no power function.
        let base = (level + 0.055) / 1.055
        let square = base * base
        var root = 1.0
        for _ in 0..<40 {
            let fourth = root * root * root * root
            root -= (root * fourth - square) / (5 * fourth)
        }
        return Float(square * root)
    }

    /// The byte nearest to each of 4096 amounts of light.
    private static let bytes: [UInt8] = {
        var bytes: [UInt8] = []
        var byte = 0
        for step in 0..<4096 {
            let wanted = Float(step) / 4095
            while byte < 255, abs(light[byte + 1] - wanted) <= abs(light[byte] - wanted) { byte += 1 }
            bytes.append(UInt8(byte))
        }
        return bytes
    }()

    /// The byte for an amount of light; what is not in 0…1 is clamped.
    static func byte(ofLight light: Float) -> UInt32 {
        guard light > 0 else { return 0 }
        return UInt32(bytes[Int(min(light, 1) * 4095 + 0.5)])
    }
}
