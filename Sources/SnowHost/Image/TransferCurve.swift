/// The curve of sRGB (IEC 61966-2-1), between what a byte says and the light that it stands for.
package enum TransferCurve {
    /// The light of each byte, 0…1.
    package static let light: [Float] = (0..<256).map { value in
        let level = Double(value) / 255
        guard level > 0.04045 else { return Float(level / 12.92) }
        let base = (level + 0.055) / 1.055
        // x^2.4 = x² · (x²)^(1/5)
        return Float(base * base * fifthRoot(base * base))
    }

    /// The fifth root of a number in 0…1, by Newton's method: the standard library has no power function.
    private static func fifthRoot(_ value: Double) -> Double {
        guard value > 0 else { return 0 }
        var root = 1.0
        for _ in 0..<60 {
            let fourth = root * root * root * root
            root -= (root * fourth - value) / (5 * fourth)
        }
        return root
    }

    /// What libpng takes for the light of bytes of sRGB in 16-bit files: their 2.2nd power, halfway to the next byte.
    private static let fileSteps: [Float] = (0..<255).map { byte in
        let level = (Double(byte) + 0.5) / 255
        return Float(level * level * fifthRoot(level))
    }

    /// The byte whose light, as libpng sees it, is nearest to an amount; what is not in 0…1 is clamped.
    static func byte(ofFileLight light: Float) -> UInt32 {
        var low = 0
        var high = fileSteps.count
        while low < high {
            let middle = (low + high) / 2
            if fileSteps[middle] < light { low = middle + 1 } else { high = middle }
        }
        return UInt32(low)
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
