/// Where the ink of a letter lies in its cell, so that letters can draw shapes.
enum LetterShapes {
    /// Ink from 0 to 9 in the cell's eight parts, two in a row, from the top. They follow common monospaced fonts, with
    /// the letters stretched over the whole cell; a line may stand for one that is off the middle.
    static let ink: [(letter: Character, parts: String)] = [
        ("`", "70100000"), ("'", "07010000"), ("\"", "77220000"), ("^", "35330000"), ("-", "00444400"),
        ("~", "00535300"), ("=", "00555500"), ("_", "00000088"), (",", "00000162"), (".", "00000026"),
        (":", "00330033"), (";", "00330152"), ("|", "44444444"), ("|", "80808080"), ("|", "08080808"),
        ("!", "44440044"), ("/", "06077060"),
        ("\\", "60700706"), ("(", "07606007"), (")", "70060670"), ("<", "04707004"), (">", "40070740"),
        ("[", "77707077"), ("]", "77070777"), ("+", "11666611"), ("*", "44667722"), ("x", "00777777"),
        ("o", "00666677"), ("v", "00777744"), ("Y", "77774444"), ("T", "88444444"), ("L", "70707088"),
        ("J", "07070788"), ("7", "88077070"), ("F", "88777070"), ("V", "77776644"), ("A", "44667777"),
        ("X", "77666677"), ("#", "77888877"), ("%", "80076008"), ("&", "67686878"), ("@", "88999998"),
    ]

    /// The letter for each pattern of a cell's eight parts: the one whose ink differs least from it, in squares.
    static let nearest: [UInt32] = (0..<256).map { pattern in
        if pattern == 0 { return 0x20 }
        var best: (letter: UInt32, difference: Int) = (0x40, .max)
        for (letter, parts) in ink {
            var difference = 0
            for (place, part) in parts.utf8.enumerated() {
                let away = Int(part) - 48 - (pattern >> place & 1) * full
                difference += away * away
            }
            if difference < best.difference { best = (letter.unicodeScalars.first?.value ?? 0x40, difference) }
        }
        return best.letter
    }

    /// What a part that is set counts, in the units of the table.
    private static let full = 8
}
