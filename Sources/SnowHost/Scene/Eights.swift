/// Columns eight slots at a time.
extension UnsafeMutablePointer where Pointee: SIMDScalar {
    /// The values of eight slots from `slot` on, all of which the column has.
    @inline(__always)
    package func eight(from slot: Int) -> SIMD8<Pointee> {
        UnsafeRawPointer(self + slot).loadUnaligned(as: SIMD8<Pointee>.self)
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Whether the values of eight slots from `slot` on are all the same one.
    @inline(__always)
    package func isEach(_ value: UInt8, from slot: Int) -> Bool {
        UnsafeRawPointer(self + slot).loadUnaligned(as: UInt64.self) == UInt64(value) &* 0x0101_0101_0101_0101
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

extension SIMD8<UInt32> {
    /// All ones where a number is not zero. By a difference, as the library's masks of whole numbers are worked out one
    /// by one.
    package var isSet: Self {
        @inline(__always) get {
            unsafeBitCast(unsafeBitCast(self | (0 &- self), to: SIMD8<Int32>.self) &>> 31, to: Self.self)
        }
    }
}
