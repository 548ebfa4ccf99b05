extension [UInt8] {
    /// The bytes of a text, without one byte order mark of UTF-8 at their start.
    package var withoutByteOrderMark: ArraySlice<UInt8> {
        starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
    }
}
