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

        /// A cell of it, whose dots are the font's own shades: finer than pixels, they are seen as one colour. The share is
        /// one of `shadeShares`.
        var shade: Cell {
            let content: UInt32 = share == 0 ? 0x20 : share <= 4 ? 0x2591 : 0x2592
            return Cell(
                content: content,
                style: CellStyle(foreground: share == 0 ? .standard : second, background: first))
        }

        /// Shares that characters have, of which more than a half is the other colour's.
        static let shadeShares = [0, 4, 8]

        private static let order = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]
    }

    /// How 0xRRGGBB behind the flakes is shown: with sixteen colours as a mixture, with more as one.
    ///
    /// - Parameter isFine: Whether it is for `Mixture.shade`.
    /// - Complexity: with sixteen colours all pairs of them in nine shares; other depths as `color`.
    func mixture(_ rgb: UInt32, isFine: Bool = false) -> Mixture {
        guard depth == .sixteen else {
            let color = backgroundColor(rgb)
            return Mixture(first: color, second: color, share: 0)
        }
        let wanted = OKLab(rgb: rgb)
        var best = (first: 0, second: 0, share: 0)
        var least = Float.infinity
        let shares = isFine ? Mixture.shadeShares : Array(0...8)
        for first in 0..<16 {
            for second in 0..<16 {
                let (a, b) = (XtermColors.lab[first], XtermColors.lab[second])
                // Pixels that differ much are seen as pixels.
                let coarseness = (isFine ? 0.05 : 0.1) * a.squaredDistance(to: b)
                for share in shares where share == 0 || first != second {
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
        // Of two halves the first is the one that stands for both.
        let isSecondNearer =
            wanted.squaredDistance(to: XtermColors.lab[best.second])
            < wanted.squaredDistance(to: XtermColors.lab[best.first])
        if best.share == 8, isSecondNearer { (best.first, best.second) = (best.second, best.first) }
        return Mixture(
            first: .indexed(UInt8(best.first)), second: .indexed(UInt8(best.second)), share: best.share)
    }
}
