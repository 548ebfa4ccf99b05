extension Palette {
    /// A colour made of two, by pixels of one and of the other side by side.
    struct Mixture {
        let first: CellColor
        let second: CellColor
        /// In how many of sixteen pixels the second one stands.
        let share: Int

        /// The colour of a pixel. Places are taken in the order of Bayer's matrix of four by four, which spreads the
        /// pixels of either colour evenly.
        func color(column: Int, row: Int) -> CellColor {
            Self.order[row & 3][column & 3] < share ? second : first
        }

        private static let order = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]
    }

    /// How 0xRRGGBB behind the flakes is shown: with sixteen colours as a mixture, with more as one.
    ///
    /// - Complexity: with sixteen colours all pairs of them in sixteen shares; other depths as `color`.
    func mixture(_ rgb: UInt32) -> Mixture {
        guard depth == .sixteen else {
            let color = backgroundColor(rgb)
            return Mixture(first: color, second: color, share: 0)
        }
        let wanted = OKLab(rgb: rgb)
        var best = (first: 0, second: 0, share: 0)
        var least = Float.infinity
        for first in 0..<16 {
            for second in 0..<16 {
                let (a, b) = (XtermColors.lab[first], XtermColors.lab[second])
                // Pixels that differ much are seen as pixels.
                let coarseness = 0.1 * a.squaredDistance(to: b)
                for share in 0...(first == second ? 0 : 8) {
                    let part = Float(share) / 16
                    let mixed = OKLab(
                        lightness: a.lightness + (b.lightness - a.lightness) * part, a: a.a + (b.a - a.a) * part,
                        b: a.b + (b.b - a.b) * part)
                    let distance = wanted.squaredDistance(to: mixed) + (share > 0 ? coarseness : 0)
                    if distance < least {
                        least = distance
                        best = (first, second, share)
                    }
                }
            }
        }
        return Mixture(
            first: .indexed(UInt8(best.first)), second: .indexed(UInt8(best.second)), share: best.share)
    }
}
