/// The name in a script's header, found in the text without running it.
enum HeaderName {
    /// The text with another name in its header; as it is where the header gives none as a plain string.
    static func replaced(in source: [UInt8], by name: String) -> [UInt8] {
        guard let place = place(in: source) else { return source }
        var source = source
        source.replaceSubrange(place, with: literal(name).utf8)
        return source
    }

    /// Where the string of `name = "…"` stands directly within `plugin { … }`, with its quotes.
    private static func place(in source: [UInt8]) -> Range<Int>? {
        var scanner = LuaScanner(source)
        var depth = 0
        var last: [UInt8] = []
        var beforeLast: [UInt8] = []
        while let token = scanner.next() {
            let text = Array(source[token])
            switch text {
            case Array("{".utf8):
                let opensHeader =
                    last == Array("plugin".utf8) || (last == Array("(".utf8) && beforeLast == Array("plugin".utf8))
                if depth > 0 || opensHeader { depth += 1 }
            case Array("}".utf8):
                if depth == 1 { return nil }
                depth = max(depth - 1, 0)
            case _ where depth == 1 && last == Array("=".utf8) && beforeLast == Array("name".utf8):
                return text.first == 0x22 || text.first == 0x27 ? token : nil
            default: break
            }
            (beforeLast, last) = (last, text)
        }
        return nil
    }

    /// A name as Lua is to read it.
    private static func literal(_ name: String) -> String {
        var literal = "\""
        for character in name {
            if character == "\"" || character == "\\" { literal += "\\" }
            literal.append(character)
        }
        return literal + "\""
    }
}
