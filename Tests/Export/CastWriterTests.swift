import Testing

@testable import SnowHost

@Suite struct CastWriterTests {
    private func cast(_ pieces: [[UInt8]]) throws -> Cast {
        var writer = CastWriter()
        writer.begin(columns: 80, rows: 24, terminal: "xterm", title: "")
        for (number, piece) in pieces.enumerated() {
            writer.append(output: piece, at: .milliseconds(number))
        }
        return try Cast(writer.text.bytes)
    }

    @Test func `every byte that a terminal may be sent comes back`() throws {
        let text = String(String.UnicodeScalarView((0..<0x3000).compactMap { Unicode.Scalar($0) })) + "\u{10FFFF}"
        #expect(try cast([Array(text.utf8)]).output.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: UInt64(0)..<40) func `text that is cut anywhere comes back whole`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let text = "\u{1B}[1;1H⣿\"\\é雪🐍\r\n\u{7F}\u{0}ß❄️"
        var rest = Array(text.utf8)[...]
        var pieces: [[UInt8]] = []
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(4, rest.count), using: &random)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let cast = try cast(pieces)
        #expect(cast.events.count == pieces.count)
        #expect(cast.output == text)
    }

    @Test(arguments: UInt64(0)..<60) func `bytes that are no text never break a line`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let bytes = (0..<200).map { _ in
            Bool.random(using: &random)
                ? UInt8.random(in: 0x80...0xFF, using: &random) : UInt8.random(in: 0..<0x80, using: &random)
        }
        // What is cut at the end would wait for ever: a letter ends it.
        let output = try cast([bytes + [0x78]]).output
        let ascii = (bytes + [0x78]).filter { $0 < 0x80 }
        #expect(output.utf8.filter { $0 < 0x80 } == ascii)
        let isValid = String(decoding: bytes + [0x78], as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
            .elementsEqual(output.unicodeScalars.filter { $0 != "\u{FFFD}" })
        #expect(isValid)
    }

    @Test(arguments: [
        (Duration.zero, "0.000000"), (.microseconds(1), "0.000001"), (.milliseconds(1500), "1.500000"),
        (.seconds(36_000) + .nanoseconds(999_999), "36000.000999"), (.seconds(-1), "0.000000"),
    ])
    func `times are in seconds with six places`(time: Duration, text: String) {
        var writer = CastWriter()
        writer.append(output: [], at: time)
        #expect(String(decoding: writer.text.bytes, as: UTF8.self) == "[\(text), \"o\", \"\"]\n")
    }

    @Test func `another size is an event`() {
        var writer = CastWriter()
        writer.append(columns: 100, rows: 7, at: .seconds(2))
        #expect(String(decoding: writer.text.bytes, as: UTF8.self) == "[2.000000, \"r\", \"100x7\"]\n")
    }
}
