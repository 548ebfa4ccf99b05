/// Pixels on their way through tmux, which hands on to the terminal what is wrapped for it and looks at none of it.
///
/// tmux does not move the terminal's cursor for what it hands on, so that each picture is placed by the terminal's own
/// columns and rows.
package struct PixelRelay {
    /// Columns and rows of the terminal to the left of the picture and above it.
    package struct Place: Equatable, Sendable {
        package var column = 0
        package var row = 0
    }

    /// Where the picture lies.
    package var place: Place
    /// What was wrapped.
    private(set) var output = ByteBuffer()

    /// Bytes after which a piece ends. tmux takes one of at most a mebibyte, which no picture of a tile comes near, and sets
    /// its cursor and colours anew after each.
    private static let pieceLength = 64 << 10

    /// A way to pictures at a place.
    package init(to place: Place) {
        self.place = place
    }

    /// Wraps bytes, which are cut only where a picture ends: tmux moves the cursor between two pieces.
    mutating func wrap(_ bytes: ByteBuffer, pictureEnds: [Int]) {
        output.clear()
        bytes.withBytes { bytes in
            var start = 0
            for end in pictureEnds where end - start >= Self.pieceLength {
                wrap(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                start = end
            }
            if start < bytes.count { wrap(UnsafeBufferPointer(rebasing: bytes[start...])) }
        }
    }

    /// Appends a piece, in which each escape byte is doubled.
    private mutating func wrap(_ piece: UnsafeBufferPointer<UInt8>) {
        output.append("\u{1B}Ptmux;")
        output.append(atMost: 2 * piece.count) { next in
            for byte in piece {
                if byte == 0x1B { next.put(byte) }
                next.put(byte)
            }
        }
        output.append("\u{1B}\\")
    }
}
