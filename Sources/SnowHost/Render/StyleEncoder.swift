/// The shortest SGR sequence from one style to another.
struct StyleEncoder {
    private var changes = ByteBuffer()
    private var afresh = ByteBuffer()

    init() {}

    /// Appends the change; nothing when the styles are equal.
    mutating func append(from: CellStyle, to: CellStyle, to output: inout ByteBuffer) {
        if from == to { return }
        changes.clear()
        if from.attributes != to.attributes { appendAttributes(from.attributes, to.attributes) }
        if from.foreground != to.foreground { Self.append(to.foreground, isForeground: true, to: &changes) }
        if from.background != to.background { Self.append(to.background, isForeground: false, to: &changes) }
        // A reset and everything again may be shorter: "\e[m" alone is.
        afresh.clear()
        if to != CellStyle() {
            Self.append(0, to: &afresh)
            Self.append(set: to.attributes, to: &afresh)
            if to.foreground != .standard { Self.append(to.foreground, isForeground: true, to: &afresh) }
            if to.background != .standard { Self.append(to.background, isForeground: false, to: &afresh) }
        }
        output.append("\u{1B}[")
        output.append(contentsOf: afresh.count < changes.count ? afresh : changes)
        output.append(0x6D)
    }

    private mutating func appendAttributes(_ from: CellAttributes, _ to: CellAttributes) {
        let ended = from.subtracting(to)
        if ended.contains(.bold) { Self.append(22, to: &changes) }
        if ended.contains(.italic) { Self.append(23, to: &changes) }
        if ended.contains(.underline) { Self.append(24, to: &changes) }
        if ended.contains(.reverse) { Self.append(27, to: &changes) }
        Self.append(set: to.subtracting(from), to: &changes)
    }

    private static func append(set attributes: CellAttributes, to buffer: inout ByteBuffer) {
        if attributes.contains(.bold) { append(1, to: &buffer) }
        if attributes.contains(.italic) { append(3, to: &buffer) }
        if attributes.contains(.underline) { append(4, to: &buffer) }
        if attributes.contains(.reverse) { append(7, to: &buffer) }
    }

    private static func append(_ color: CellColor, isForeground: Bool, to buffer: inout ByteBuffer) {
        let base = isForeground ? 30 : 40
        switch color.kind {
        case .standard:
            append(base + 9, to: &buffer)
        case .indexed(let index) where index < 8:
            append(base + Int(index), to: &buffer)
        case .indexed(let index) where index < 16:
            append(base + 60 + Int(index) - 8, to: &buffer)
        case .indexed(let index):
            append(base + 8, to: &buffer)
            append(5, to: &buffer)
            append(Int(index), to: &buffer)
        case .rgb(let red, let green, let blue):
            append(base + 8, to: &buffer)
            append(2, to: &buffer)
            append(Int(red), to: &buffer)
            append(Int(green), to: &buffer)
            append(Int(blue), to: &buffer)
        }
    }

    private static func append(_ parameter: Int, to buffer: inout ByteBuffer) {
        if buffer.count > 0 { buffer.append(0x3B) }
        buffer.append(decimal: parameter)
    }
}
