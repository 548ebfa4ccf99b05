/// The sine and cosine of an angle, from a polynomial of the project's own.
///
/// Every platform then draws the same frames, byte for byte, which its C library's sine would not promise.
struct Turn {
    let cosine: Float
    let sine: Float

    /// The turn by `radians`; by none at all when that is not a finite number.
    init(radians: Float) {
        guard radians.isFinite, radians != 0 else {
            cosine = 1
            sine = 0
            return
        }
        let halfPi = Double.pi / 2
        let reduced = Double(radians).remainder(dividingBy: 4 * halfPi)
        let quarter = (reduced / halfPi).rounded()
        let angle = reduced - quarter * halfPi
        // Taylor's series over ±π/4: the first terms left out are below 4e-9.
        let square = angle * angle
        let sine = angle * (1 + square * (-1 / 6 + square * (1 / 120 + square * (-1 / 5040 + square / 362_880))))
        let cosine = 1 + square * (-1 / 2 + square * (1 / 24 + square * (-1 / 720 + square / 40_320)))
        // |quarter| is at most 2.
        switch (Int(quarter) + 4) & 3 {
        case 0: (self.cosine, self.sine) = (Float(cosine), Float(sine))
        case 1: (self.cosine, self.sine) = (Float(-sine), Float(cosine))
        case 2: (self.cosine, self.sine) = (Float(-cosine), Float(-sine))
        default: (self.cosine, self.sine) = (Float(sine), Float(-cosine))
        }
    }
}
