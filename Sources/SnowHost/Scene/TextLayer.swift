/// The text that a script puts on the screen in one frame: items, and their characters in one flat buffer.
///
/// Both buffers are reused from frame to frame.
package struct TextLayer {
    /// The most items in a frame.
    package let itemLimit: Int
    /// The most characters in a frame, all items together.
    package let scalarLimit: Int
    /// In the order in which they were added.
    package private(set) var items: [TextItem] = []
    /// The characters of all items, each item's in its `scalars` range.
    package private(set) var scalars: [Unicode.Scalar] = []

    /// No text, and room for so much.
    package init(itemLimit: Int = 256, scalarLimit: Int = 8192) {
        self.itemLimit = itemLimit
        self.scalarLimit = scalarLimit
    }

    /// Adds an item, all of it or nothing: false when a limit is reached.
    ///
    /// Bytes that are not UTF-8 become U+FFFD, control characters spaces: nothing here can steer a terminal.
    package mutating func add(
        _ utf8: some Sequence<UInt8>,
        x: Double,
        y: Double,
        color: UInt32,
        alignment: TextItem.Alignment,
        isBold: Bool = false,
        isBehind: Bool = false
    ) -> Bool {
        guard items.count < itemLimit else { return false }
        let start = scalars.count
        var decoder = Unicode.UTF8()
        var bytes = utf8.makeIterator()
        while true {
            let scalar: Unicode.Scalar
            switch decoder.decode(&bytes) {
            case .scalarValue(let value): scalar = Self.isControl(value) ? " " : value
            case .error: scalar = "\u{FFFD}"
            case .emptyInput:
                let range = start..<scalars.count
                items.append(
                    TextItem(
                        x: x, y: y, color: color & 0xFFFFFF, alignment: alignment, isBold: isBold, isBehind: isBehind,
                        scalars: range))
                return true
            }
            guard scalars.count < scalarLimit else {
                scalars.removeSubrange(start...)
                return false
            }
            scalars.append(scalar)
        }
    }

    /// Takes all text away; the memory is kept.
    package mutating func clear() {
        items.removeAll(keepingCapacity: true)
        scalars.removeAll(keepingCapacity: true)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }
}

extension Scene {
    /// Puts a line of text into this frame: false when its limits are reached, and then nothing is added.
    package func addText(
        _ utf8: some Sequence<UInt8>,
        x: Double,
        y: Double,
        color: UInt32 = 0xFFFFFF,
        alignment: TextItem.Alignment = .left,
        isBold: Bool = false,
        isBehind: Bool = false
    ) -> Bool {
        text.add(utf8, x: x, y: y, color: color, alignment: alignment, isBold: isBold, isBehind: isBehind)
    }

    /// Takes all text away, as every frame does before the script runs.
    package func clearText() {
        text.clear()
    }
}
