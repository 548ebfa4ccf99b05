internal import LibZ

/// Pixels as a zlib stream (RFC 1950), by zlib.
///
/// What zlib needs is kept from picture to picture, and nothing is allocated once the output has grown. A copy gets its
/// own before it writes.
///
/// Level 3 is the best of what was tried on the tiles of the bundled snowfall: 1 and 2 write a fifth and a twentieth
/// more in the same time, since that goes into reading what is clear; 4 takes more than twice as long for a fifth less.
/// Run lengths alone (`Z_RLE`) make twice the bytes, fixed codes an eighth more, both in the same time; less memory
/// changes neither.
struct PixelDeflater {
    private(set) var output = ByteBuffer()

    private var stream: Stream

    /// - Parameter level: What zlib is told; one that it does not know makes a deflater that always fails.
    init(level: Int32 = 3) {
        stream = Stream(level: level)
    }

    /// Puts the stream of some pixels in the place of the last one in `output`.
    ///
    /// - Returns: Whether zlib could; it cannot where it got no memory.
    mutating func deflate(_ pixels: UnsafeBufferPointer<UInt32>) -> Bool {
        if !isKnownUniquelyReferenced(&stream) { stream = Stream(level: stream.level) }
        output.clear()
        let bytes = UnsafeRawBufferPointer(pixels)
        let most = stream.mostBytes(for: bytes.count)
        var isWritten = false
        output.append(atMost: most) { isWritten = stream.write(bytes, to: &$0, most: most) }
        return isWritten
    }

    /// A stream of zlib's at an address that stays, as zlib demands.
    private final class Stream {
        let level: Int32
        private let state: UnsafeMutablePointer<z_stream>

        init(level: Int32) {
            self.level = level
            state = .allocate(capacity: 1)
            // All zero: zlib allocates by its own means.
            state.initialize(to: z_stream())
            // What failed leaves a stream that all other functions know and refuse.
            _ = deflateInit_(state, level, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        }

        deinit {
            _ = deflateEnd(state)
            state.deallocate()
        }

        func mostBytes(for count: Int) -> Int { Int(deflateBound(state, uLong(count))) }

        func write(_ bytes: UnsafeRawBufferPointer, to next: inout ByteBuffer.Next, most: Int) -> Bool {
            guard deflateReset(state) == Z_OK else { return false }
            // zlib reads these bytes and writes none of them, and writes no more than `most` bytes; it looks at neither
            // again before both are told anew.
            state.pointee.next_in = UnsafeMutablePointer(
                mutating: bytes.assumingMemoryBound(to: Bytef.self).baseAddress)
            state.pointee.avail_in = uInt(bytes.count)
            state.pointee.next_out = next
            state.pointee.avail_out = uInt(most)
            guard LibZ.deflate(state, Z_FINISH) == Z_STREAM_END else { return false }
            next += most - Int(state.pointee.avail_out)
            return true
        }
    }
}
