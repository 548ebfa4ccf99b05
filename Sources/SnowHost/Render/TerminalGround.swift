/// Whether the terminal's own background is dark or light: what half-transparent snow is blended with.
///
/// The background itself is never painted. On a light one snow is drawn in ink, since white would not show.
public enum TerminalGround: String, CaseIterable, Sendable {
    case dark, light

    /// Reads `COLORFGBG`, which some terminals set to "foreground;background" in colours of the theme.
    ///
    /// nil when it says nothing usable.
    public static func detect(environment: [String: String]) -> TerminalGround? {
        let parts = environment["COLORFGBG"]?.split(separator: ";", omittingEmptySubsequences: false)
        guard let last = parts?.last, let index = Int(last) else { return nil }
        return switch index {
        case 0...6, 8: .dark
        case 7, 9...15: .light
        default: nil
        }
    }

    /// The ground that a background colour amounts to, as a terminal's answer to OSC 11 gives it (0xRRGGBB).
    public static func of(background: UInt32) -> TerminalGround {
        let red = Int(background >> 16 & 0xFF)
        let green = Int(background >> 8 & 0xFF)
        let blue = Int(background & 0xFF)
        // Luma after ITU-R BT.601, in thousandths.
        return (299 * red + 587 * green + 114 * blue) > 128_000 ? .light : .dark
    }

    /// 0xRRGGBB that stands for the background when colours are mixed with it.
    package var color: UInt32 {
        switch self {
        case .dark: 0x00_0000
        case .light: 0xFF_FFFF
        }
    }
}
