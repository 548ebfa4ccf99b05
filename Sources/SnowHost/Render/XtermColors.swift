/// The colours behind a terminal's palette numbers.
enum XtermColors {
    /// 0xRRGGBB of all 256: sixteen as xterm ships them (themes differ), a 6×6×6 cube, 24 greys.
    static let rgb: [UInt32] = {
        var colors: [UInt32] = [
            0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
            0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
        ]
        let steps: [UInt32] = [0, 95, 135, 175, 215, 255]
        for red in steps {
            for green in steps {
                for blue in steps {
                    colors.append(red << 16 | green << 8 | blue)
                }
            }
        }
        for grey in UInt32(0)..<24 {
            colors.append((8 + 10 * grey) * 0x01_0101)
        }
        return colors
    }()

    static let lab: [OKLab] = rgb.map { OKLab(rgb: $0) }

    /// The entry of `range` that looks most like a colour, and the square of how far off it is.
    static func nearest(to rgb: UInt32, in range: Range<Int>) -> (index: UInt8, squaredDistance: Float) {
        let wanted = OKLab(rgb: rgb)
        var best = range.lowerBound
        var least = Float.infinity
        for index in range {
            let distance = wanted.squaredDistance(to: lab[index])
            if distance < least {
                least = distance
                best = index
            }
        }
        return (UInt8(best), least)
    }
}
