/// Smooth seeded noise: gradient noise (Perlin, 2002) on a hashed lattice that never repeats.
///
/// The lattice is turned and shifted against the axes, so that values along an axis, or at whole numbers, show no
/// pattern. The first two derivatives are continuous. Missing coordinates are 0.
package struct Noise: Hashable, Sendable {
    private let seed: UInt64
    private let shift: SIMD3<Double>

    /// The noise of `seed`.
    package init(seed: UInt64) {
        self.seed = CounterHash.mix(seed ^ 0x5851_F42D_4C95_7F2D)
        var stream = RandomStream(seed: self.seed)
        shift = SIMD3(stream.uniform(0, 256), stream.uniform(0, 256), stream.uniform(0, 256))
    }

    /// The value at a point: -1…1, 0 on average.
    @inline(__always)
    package func callAsFunction(_ x: Double, _ y: Double = 0, _ z: Double = 0) -> Double {
        Self.sample(self, x, y, z)
    }

    /// The value of `noise` at a point: -1…1, 0 on average; 0 where a coordinate is not finite or beyond 10^15.
    package static func sample(_ noise: Noise, _ x: Double, _ y: Double, _ z: Double) -> Double {
        // A rotation (its rows are orthonormal): no axis runs along the lattice.
        let u = 2.0 / 3 * x - 1.0 / 3 * y + 2.0 / 3 * z + noise.shift.x
        let v = 2.0 / 3 * x + 2.0 / 3 * y - 1.0 / 3 * z + noise.shift.y
        let w = -1.0 / 3 * x + 2.0 / 3 * y + 2.0 / 3 * z + noise.shift.z
        // Also false for NaN; from here on the conversions to integers cannot trap.
        guard abs(u) < 1e15, abs(v) < 1e15, abs(w) < 1e15 else { return 0 }
        return lattice(noise.seed, u, v, w)
    }

    private static func lattice(_ seed: UInt64, _ x: Double, _ y: Double, _ z: Double) -> Double {
        let (left, top, front) = (floor(x), floor(y), floor(z))
        let (fx, fy, fz) = (x - Double(left), y - Double(top), z - Double(front))
        let (i, j, k) = (UInt64(bitPattern: left), UInt64(bitPattern: top), UInt64(bitPattern: front))
        let (u, v, w) = (fade(fx), fade(fy), fade(fz))

        func edge(_ j: UInt64, _ k: UInt64, _ fy: Double, _ fz: Double) -> Double {
            let row = seed ^ (j &* 0xD1B5_4A32_D192_ED03) ^ (k &* 0xA24B_AED4_963E_E407)
            let near = slope(row, i, fx, fy, fz)
            let far = slope(row, i &+ 1, fx - 1, fy, fz)
            return near + u * (far - near)
        }
        let near = blend(edge(j, k, fy, fz), edge(j &+ 1, k, fy - 1, fz), v)
        let far = blend(edge(j, k &+ 1, fy, fz - 1), edge(j &+ 1, k &+ 1, fy - 1, fz - 1), v)
        // The sum reaches 1.0363 at most.
        return blend(near, far, w) * 0.9649
    }

    @inline(__always)
    private static func blend(_ near: Double, _ far: Double, _ weight: Double) -> Double {
        near + weight * (far - near)
    }

    /// `rounded(.down)` is a call into libm on processors without SSE 4.1; this is two instructions more.
    @inline(__always)
    private static func floor(_ coordinate: Double) -> Int64 {
        let truncated = Int64(coordinate)
        return Double(truncated) > coordinate ? truncated - 1 : truncated
    }

    /// 6t⁵ − 15t⁴ + 10t³.
    @inline(__always)
    private static func fade(_ t: Double) -> Double {
        t * t * t * (t * (t * 6 - 15) + 10)
    }

    /// The slope at a lattice point, one of the twelve directions to the edges of a cube, times the way from there.
    @inline(__always)
    private static func slope(_ row: UInt64, _ i: UInt64, _ x: Double, _ y: Double, _ z: Double) -> Double {
        var hash = (row ^ i &* CounterHash.gamma) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 32) &* 0x94D0_49BB_1331_11EB
        // Which of the three is left out: the top 32 bits times 3, without a division or a bias worth the name.
        let left = (hash >> 32) &* 3 >> 32
        // Signs and gaps are made in the bits: branches on a hash are mispredicted half of the time.
        let first = (left == 0 ? y : x).bitPattern ^ (hash << 23 & 1 << 63)
        let second = (left == 2 ? y : z).bitPattern ^ (hash << 22 & 1 << 63)
        return Double(bitPattern: first) + Double(bitPattern: second)
    }
}
