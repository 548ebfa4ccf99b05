import CVTerm

@testable import SnowHost

/// A terminal emulator in this process: it is fed bytes and says what its screen shows.
final class TerminalEmulator {
    private(set) var columns: Int
    private(set) var rows: Int
    private(set) var isCursorVisible = true
    private(set) var isAlternateScreen = false
    private(set) var title = ""
    /// Called with the columns and rows of whatever is written or erased.
    var onDamage: ((_ columns: Range<Int>, _ rows: Range<Int>) -> Void)?

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    /// The beginning of a character whose rest has not come.
    private var cut: [UInt8] = []
    private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>

    /// One place of the screen.
    struct Place: Equatable {
        /// The scalars; empty for a blank, and for the right half of a wide glyph.
        var scalars: [UInt32] = []
        var width = 1
        var style = CellStyle()
    }

    /// A terminal in its initial state. libvterm knows no screen of no size: 1×1 stands for it.
    init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        guard let terminal = vterm_new(Int32(self.rows), Int32(self.columns)) else {
            fatalError("libvterm has no memory")
        }
        self.terminal = terminal
        vterm_set_utf8(terminal, 1)
        screen = vterm_obtain_screen(terminal)
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: VTermScreenCallbacks())
        vterm_screen_enable_altscreen(screen, 1)
        callbacks.pointee.settermprop = { property, value, user in
            guard let user, let value else { return 0 }
            Unmanaged<TerminalEmulator>.fromOpaque(user).takeUnretainedValue().note(property, value.pointee)
            return 1
        }
        callbacks.pointee.damage = { area, user in
            guard let user else { return 0 }
            Unmanaged<TerminalEmulator>.fromOpaque(user).takeUnretainedValue().onDamage?(
                Int(area.start_col)..<Int(area.end_col), Int(area.start_row)..<Int(area.end_row))
            return 1
        }
        vterm_screen_set_callbacks(screen, callbacks, Unmanaged.passUnretained(self).toOpaque())
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        callbacks.deallocate()
    }

    /// Shows bytes. A character that is cut at their end waits for its rest: libvterm would show it broken.
    func feed(_ bytes: some Collection<UInt8>) {
        let all = cut + Array(bytes)
        let whole = all.count - Self.cutLength(of: all)
        cut = Array(all[whole...])
        all[..<whole].withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            _ = vterm_input_write(terminal, start.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        vterm_screen_flush_damage(screen)
    }

    /// How many bytes at the end begin a UTF-8 character that does not end there.
    private static func cutLength(of bytes: [UInt8]) -> Int {
        for (count, byte) in bytes.reversed().prefix(3).enumerated() {
            if byte < 0x80 { return 0 }
            if byte < 0xC0 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
            return length > count + 1 ? count + 1 : 0
        }
        return 0
    }

    func feed(_ text: String) { feed(Array(text.utf8)) }

    func resize(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        vterm_set_size(terminal, Int32(self.rows), Int32(self.columns))
    }

    /// What the terminal answered to questions since the last call.
    func takeOutput() -> [UInt8] {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = vterm_output_read(terminal, &bytes, bytes.count)
        return bytes[..<count].map { UInt8(bitPattern: $0) }
    }

    var cursor: (column: Int, row: Int) {
        var position = VTermPos()
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
        return (Int(position.col), Int(position.row))
    }

    subscript(column: Int, row: Int) -> Place {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(row), col: Int32(column)), &cell)
        var place = Place(width: Int(cell.width))
        withUnsafeBytes(of: cell.chars) { raw in
            for scalar in raw.bindMemory(to: UInt32.self) {
                if scalar == 0 || scalar == .max { break }
                place.scalars.append(scalar)
            }
        }
        place.style.foreground = Self.color(cell.fg)
        place.style.background = Self.color(cell.bg)
        if cell.attrs.bold != 0 { place.style.attributes.insert(.bold) }
        if cell.attrs.italic != 0 { place.style.attributes.insert(.italic) }
        if cell.attrs.underline != 0 { place.style.attributes.insert(.underline) }
        if cell.attrs.reverse != 0 { place.style.attributes.insert(.reverse) }
        return place
    }

    /// A row as text, spaces at its end left out.
    func text(row: Int) -> String {
        var text = ""
        var column = 0
        while column < columns {
            let place = self[column, row]
            text +=
                place.scalars.isEmpty
                ? " " : String(String.UnicodeScalarView(place.scalars.compactMap(Unicode.Scalar.init)))
            column += max(place.width, 1)
        }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// The whole screen as text.
    var text: String { (0..<rows).map { text(row: $0) }.joined(separator: "\n") }

    private func note(_ property: VTermProp, _ value: VTermValue) {
        switch property {
        case VTERM_PROP_CURSORVISIBLE: isCursorVisible = value.boolean != 0
        case VTERM_PROP_ALTSCREEN: isAlternateScreen = value.boolean != 0
        case VTERM_PROP_TITLE:
            title = value.string.map { String(cString: $0) } ?? ""
        default: break
        }
    }

    private static func color(_ color: VTermColor) -> CellColor {
        let type = color.type
        if type & UInt8(VTERM_COLOR_DEFAULT_FG.rawValue | VTERM_COLOR_DEFAULT_BG.rawValue) != 0 { return .standard }
        if type & UInt8(VTERM_COLOR_TYPE_MASK.rawValue) == UInt8(VTERM_COLOR_INDEXED.rawValue) {
            return .indexed(color.indexed.idx)
        }
        return .rgb(UInt32(color.rgb.red) << 16 | UInt32(color.rgb.green) << 8 | UInt32(color.rgb.blue))
    }
}

extension TerminalEmulator {
    /// The first place where the screen is not what a grid says, in words; nil when it is the same everywhere.
    ///
    /// A glyph whose width terminals disagree on may stand in one column followed by a space. The foreground of a space
    /// does not count.
    func difference(from grid: CellGrid) -> String? {
        guard grid.columns > 0, grid.rows > 0 else { return nil }
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let cell = grid[column, row]
                let place = self[column, row]
                var scalars =
                    cell.content & Cell.clusterBit == 0
                    ? [cell.content] : Array(grid.clusters[Int(cell.content & ~Cell.clusterBit)])
                let isCertain = scalars.count == 1 && CharacterWidth.isCertain(scalars[0])
                if cell.width == 0 {
                    // Its style is that of the head, except where the terminal made it a space.
                    if !place.scalars.isEmpty && place.scalars != [0x20] { return "\(column),\(row): rest \(place)" }
                    continue
                }
                if scalars == [0x20], place.scalars.isEmpty { scalars = [] }
                let isSame = place.scalars == scalars && place.style.shows(cell)
                let isWide = place.width == Int(cell.width) || !isCertain
                if !isSame || !isWide { return "\(column),\(row): \(place), expected \(cell)" }
            }
        }
        return nil
    }
}
