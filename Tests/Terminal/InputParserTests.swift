import Testing

@testable import SnowHost

@Suite struct InputParserTests {
    @Test func `bytes mean events`() {
        #expect(InputRow.table.count >= 150)
        for row in InputRow.table { #expect(InputRow.events(row.bytes) == row.events, "\(row.text)") }
    }

    @Test func `any way of cutting the bytes gives the same events`() {
        for row in InputRow.table {
            for place in row.bytes.indices {
                var parser = InputParser(size: InputRow.size)
                var events: [TerminalEvent] = []
                parser.feed(row.bytes[..<place], at: .zero, into: &events)
                parser.feed(row.bytes[place...], at: .zero, into: &events)
                parser.settle(at: .seconds(1), into: &events)
                if events != row.events { Issue.record("\(row.text) at \(place): \(events)") }
            }
            // One byte at a time, none of them late.
            var parser = InputParser(size: InputRow.size)
            var events: [TerminalEvent] = []
            var now = Duration.zero
            for byte in row.bytes {
                parser.feed([byte], at: now, into: &events)
                now += row.bytes.count < 200 ? .milliseconds(49) : .milliseconds(1)
            }
            parser.settle(at: now + .seconds(1), into: &events)
            #expect(events == row.events, "\(row.text) byte by byte")
        }
    }

    @Test func `what came before changes nothing`() {
        for first in InputRow.table {
            for second in InputRow.table {
                var parser = InputParser(size: InputRow.size)
                var events: [TerminalEvent] = []
                parser.feed(first.bytes, at: .zero, into: &events)
                parser.feed(second.bytes, at: first.isUnfinished ? .seconds(1) : .zero, into: &events)
                parser.settle(at: .seconds(2), into: &events)
                if events != first.events + second.events { Issue.record("\(first.text) \(second.text): \(events)") }
            }
        }
    }

    @Test func `a q that stands in a sequence is never the key q`() {
        for row in InputRow.table where row.isSequence && row.bytes.count < 100 && row.events != [.key("q")] {
            for place in 1..<row.bytes.count {
                for isInserted in [true, false] {
                    var bytes = row.bytes
                    if isInserted { bytes.insert(0x71, at: place) } else { bytes[place] = 0x71 }
                    // Behind the sequence that it ends, what is left of the old one may be keys, but no q.
                    let rest = bytes[(place + 1)...]
                    if rest.contains(0x71) { continue }
                    let isKey = InputRow.events(bytes).contains(.key("q"))
                    if isKey { Issue.record("\(row.text) with q at \(place)") }
                }
            }
        }
    }

    /// A sequence with anything in it that may stand there, and whether it may be a key.
    private static func sequence(_ random: inout SeededRandom) -> (bytes: [UInt8], mayBeKey: Bool) {
        func bytes(_ count: ClosedRange<Int>, in range: ClosedRange<UInt8>, without: [UInt8] = []) -> [UInt8] {
            (0..<Int.random(in: count, using: &random)).map { _ in UInt8.random(in: range, using: &random) }
                .map {
                    !without.contains($0)
                        ? Int.random(in: 0..<4, using: &random) == 0 && range.contains(0x71) ? 0x71 : $0 : 0x3B
                }
        }
        let escape: UInt8 = 0x1B
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            // A report with a mark: a long one is dropped.
            let mark = bytes(1...1, in: 0x3C...0x3F)
            return ([escape, 0x5B] + mark + bytes(0...200, in: 0x20...0x3F) + bytes(1...1, in: 0x40...0x7E), false)
        case 1:
            // No "$", which ends a key of rxvt; no "M" and "[" alone, which go on; no number of q, and no paste.
            let body = [0x30] + bytes(0...8, in: 0x30...0x3F, without: [0x31, 0x32])
            return ([escape, 0x5B] + body + bytes(1...1, in: 0x40...0x7E), true)
        case 2: return ([escape, 0x4F] + bytes(0...4, in: 0x30...0x3B) + bytes(1...1, in: 0x3C...0x7E), true)
        case 3: return ([escape, 0x5B, 0x4D] + bytes(1...1, in: 0x20...0xFF) + bytes(2...2, in: 0...0xFF), false)
        case 4:
            let kind: [UInt8] = [[0x50, 0x58, 0x5D, 0x5E, 0x5F].randomElement(using: &random) ?? 0x5D]
            let ends: [[UInt8]] = [[0x07], [0x18], [0x1A], [escape, 0x5C]]
            let body = bytes(1...2000, in: 0x00...0xFF, without: [0x07, 0x18, 0x1A, escape])
            return ([escape] + kind + body + (ends.randomElement(using: &random) ?? [0x07]), false)
        default:
            let end: [UInt8] = [escape, 0x5B, 0x32, 0x30, 0x31, 0x7E]
            return (
                [escape, 0x5B, 0x32, 0x30, 0x30, 0x7E] + bytes(0...300, in: 0x00...0xFF, without: [0x7E]) + end, false
            )
        }
    }

    @Test(arguments: 1...4)
    func `whatever stands in a sequence, nothing of it is a key`(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<1500 {
            var bytes: [UInt8] = []
            var mayBeKey = false
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let next = Self.sequence(&random)
                bytes += next.bytes
                mayBeKey = mayBeKey || next.mayBeKey
            }
            for case .key(let name) in InputRow.events(bytes) {
                #expect(mayBeKey && name != "q" && name != "Q" && name != "escape", "\(name) of \(bytes)")
            }
        }
    }

    @Test(arguments: 1...4)
    func `random bytes are cut as they like, leave nothing behind, and break nothing`(seed: UInt64) {
        var random = SeededRandom(seed: seed + 100)
        let rows = InputRow.table.map(\.bytes)
        for _ in 0..<600 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...5, using: &random) { bytes += rows.randomElement(using: &random) ?? [] }
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
                default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
            }
            var parser = InputParser(size: InputRow.size)
            var events: [TerminalEvent] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &random)
                parser.feed(rest.prefix(count), at: .zero, into: &events)
                rest = rest.dropFirst(count)
            }
            #expect((parser.deadline ?? .zero) <= .seconds(1))
            parser.settle(at: .seconds(1), into: &events)
            #expect(parser.deadline == nil)
            #expect(events == InputRow.events(bytes), "\(bytes)")
            parser.feed("q".utf8, at: .seconds(1), into: &events)
            #expect(events.last == .key("q"))
        }
    }

    @Test(arguments: [false, true])
    func `a lone escape waits for its time, longer over a network, and no longer`(isRemote: Bool) {
        let wait: Duration = isRemote ? .milliseconds(250) : .milliseconds(50)
        var parser = InputParser(isRemote: isRemote)
        var events: [TerminalEvent] = []
        parser.feed([0x1B], at: .seconds(1), into: &events)
        #expect(parser.deadline == .seconds(1) + wait)
        parser.settle(at: .seconds(1) + wait - .milliseconds(1), into: &events)
        #expect(events.isEmpty)
        parser.settle(at: .seconds(1) + wait, into: &events)
        #expect(events == [.key("escape")])
        #expect(parser.deadline == nil)
        parser.feed([0x1B], at: .seconds(2), into: &events)
        parser.feed([0x5B, 0x41], at: .seconds(2) + wait - .milliseconds(1), into: &events)
        #expect(events == [.key("escape"), .key("up")])
    }

    @Test func `what cannot be a key waits longer for its rest`() {
        for (first, rest, event) in [
            ("\u{1B}[113;", "5u", TerminalEvent.key("ctrl-q")),
            ("\u{1B}]11;rgb:0/0/0\u{1B}", "\\", .reply(.background(0))),
            ("\u{1B}[<35;7;", "3M", .mouse(MouseEvent(column: 6, row: 2, button: "none", action: .move))),
        ] {
            var parser = InputParser()
            var events: [TerminalEvent] = []
            parser.feed(first.utf8, at: .zero, into: &events)
            parser.feed(rest.utf8, at: .milliseconds(499), into: &events)
            #expect(events == [event])
        }
    }

    @Test(arguments: [
        "\u{1B}[" + String(repeating: "1", count: 100), "\u{1B}]" + String(repeating: "x", count: 2000), "\u{1B}[Mq",
        "\u{1B}[200~", "\u{1B}P", "\u{1B}[200~\u{1B}[201", "\u{9B}1",
    ])
    func `a key is heard some time after what has no end`(beginning: String) {
        var parser = InputParser()
        var events: [TerminalEvent] = []
        parser.feed(beginning.utf8, at: .zero, into: &events)
        parser.feed("q".utf8, at: .seconds(1), into: &events)
        #expect(events.last == .key("q"))
        // Also when somebody keeps pressing it.
        events.removeAll()
        parser.feed(beginning.utf8, at: .seconds(2), into: &events)
        for press in 1...30 { parser.feed("q".utf8, at: .seconds(2) + .milliseconds(400 * press), into: &events) }
        #expect(events.last == .key("q"))
    }

    @Test func `what has no end takes no more memory than it may, and hides no answer behind it`() {
        for opening in ["\u{1B}[", "\u{1B}O", "\u{1B}]11;", "\u{1B}P", "\u{1B}[200~"] {
            var parser = InputParser()
            var events: [TerminalEvent] = []
            parser.feed(opening.utf8, at: .zero, into: &events)
            for _ in 0..<100_000 { parser.feed([0x31], at: .zero, into: &events) }
            #expect(parser.pendingByteCount <= InputParser.longestString)
            parser.feed("\u{1B}[201~\u{1B}[?62c".utf8, at: .zero, into: &events)
            #expect(events == [.reply(.deviceAttributes([62]))], "\(opening)")
        }
    }

    @Test func `a paste may pause, and is over in the end`() {
        var parser = InputParser()
        var events: [TerminalEvent] = []
        parser.feed("\u{1B}[200~q".utf8, at: .zero, into: &events)
        parser.feed("qq".utf8, at: .milliseconds(999), into: &events)
        parser.feed("q\u{1B}[20".utf8, at: .milliseconds(1900), into: &events)
        parser.feed("1~x".utf8, at: .milliseconds(2800), into: &events)
        #expect(events == [.key("x")])
    }

    @Test func `modes that are asked for are those that are read`() {
        for mouse in [TerminalModes.Mouse.off, .buttons, .all] {
            let output = Array(TerminalSequences.enter(TerminalModes(mouse: mouse, marksPastes: true)).utf8)
            let modes = ModeTraces(output).changes.filter(\.isOn).map(\.number)
            // Beside those of the screen: the mouse, its encoding, and pastes.
            #expect(Set(modes).isSubset(of: [1049, 1000, 1003, 1006, 2004]))
            #expect(modes.contains(1000) || modes.contains(1003) ? modes.contains(1006) : true)
        }
    }
}
