/// Columns eight slots at a time.
extension UnsafeMutablePointer where Pointee: SIMDScalar {
    /// The values of eight slots from `slot` on, all of which the column has.
    @inline(__always)
    package func eight(from slot: Int) -> SIMD8<Pointee> {
        UnsafeRawPointer(self + slot).loadUnaligned(as: SIMD8<Pointee>.self)
    }
}

extension SIMD8<Float> {
    /// Each without its sign.
    @inline(__always)
    package var magnitudes: Self { unsafeBitCast(bits & 0x7FFF_FFFF, to: Self.self) }

    /// Each as its bits.
    @inline(__always)
    package var bits: SIMD8<UInt32> { unsafeBitCast(self, to: SIMD8<UInt32>.self) }
}
