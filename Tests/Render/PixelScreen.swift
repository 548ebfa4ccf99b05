@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A terminal that shows pixels over its characters: it is sent frames, and says what each pixel is.
///
/// It knows of kitty's protocol and of sixel what their documents say of the parts that are used, and takes anything else
/// for a fault.
final class PixelScreen {
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let emulator: TerminalEmulator
    let cell: (width: Int, height: Int)
    /// Opaque pixels over the cells, 0xRRGGBB, row by row; nil where the character is seen.
    private(set) var pixels: [UInt32?] = []
    private(set) var images: [Int: Image] = [:]
    /// Pictures that were sent.
    private(set) var pictureCount = 0

    /// An image of kitty's, where it lies.
    struct Image {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        /// 0xAABBGGRR, row by row.
        var pixels: [UInt32]
    }

    private var keys: [String: String] = [:]
    private var payload: [UInt8] = []

    init(columns: Int, rows: Int, cell: (width: Int, height: Int)) {
        emulator = TerminalEmulator(columns: columns, rows: rows)
        self.cell = cell
        pixels = Array(repeating: nil, count: width * height)
        emulator.feed("\u{1B}[?7l")
        emulator.onDamage = { [unowned self] columns, rows in
            for y in rows.lowerBound * cell.height..<rows.upperBound * cell.height {
                for x in columns.lowerBound * cell.width..<columns.upperBound * cell.width {
                    self.pixels[y * width + x] = nil
                }
            }
        }
    }

    var width: Int { emulator.columns * cell.width }
    var height: Int { emulator.rows * cell.height }

    /// What kitty's images make of each pixel, 0xAABBGGRR; 0 where there is none.
    var composed: [UInt32] {
        var all = [UInt32](repeating: 0, count: width * height)
        for image in images.values {
            for y in 0..<image.height {
                for x in 0..<image.width where image.pixels[y * image.width + x] >> 24 != 0 {
                    all[(image.y + y) * width + image.x + x] = image.pixels[y * image.width + x]
                }
            }
        }
        return all
    }

    /// Shows a frame.
    func feed(_ frame: [UInt8]) throws {
        var place = 0
        while place < frame.count {
            let isString = frame[place] == 0x1B && place + 1 < frame.count && [0x50, 0x5F].contains(frame[place + 1])
            guard isString else {
                var end = place + 1
                while end < frame.count, !(frame[end] == 0x1B && [0x50, 0x5F].contains(frame[end + 1])) { end += 1 }
                emulator.feed(frame[place..<end])
                place = end
                continue
            }
            guard let length = frame[place...].firstRange(of: [0x1B, 0x5C]) else { throw Fault(description: "no end") }
            let body = frame[place + 2..<length.lowerBound]
            if frame[place + 1] == 0x50 { try takeSixel(body) } else { try takeCommand(body) }
            place = length.upperBound
        }
    }

    // Kitty's graphics protocol

    private func takeCommand(_ body: ArraySlice<UInt8>) throws {
        guard body.first == 0x47 else { throw Fault(description: "another APC") }
        let parts = body.dropFirst().split(separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)
        var own: [String: String] = [:]
        for pair in parts[0].split(separator: 0x2C) {
            let words = pair.split(separator: 0x3D)
            guard words.count == 2 else { throw Fault(description: "keys") }
            own[String(decoding: words[0], as: UTF8.self)] = String(decoding: words[1], as: UTF8.self)
        }
        guard own["q"] == "2" else { throw Fault(description: "it would be answered") }
        if own["a"] == "d" {
            switch own["d"] {
            case "A": images = [:]
            case "I":
                guard let id = own["i"].flatMap({ Int($0) }), images.removeValue(forKey: id) != nil else {
                    throw Fault(description: "no such image: \(own)")
                }
            default: throw Fault(description: "\(own)")
            }
            return
        }
        if payload.isEmpty {
            keys = own
        } else if own.count != 2 {
            throw Fault(description: "a piece with keys \(own)")
        }
        guard parts.count == 2, parts[1].count <= 4096, parts[1].count % 4 == 0 else {
            throw Fault(description: "a piece of \(parts.last?.count ?? 0)")
        }
        payload += parts[1]
        if own["m"] != "1" { try show() }
    }

    private func show() throws {
        func number(_ key: String) -> Int { keys[key].flatMap { Int($0) } ?? 0 }
        let (width, height) = (number("s"), number("v"))
        guard keys["a"] == "T", keys["f"] == "32", keys["o"] ?? "z" == "z", keys["C"] == "1", width > 0, height > 0,
            number("X") < cell.width, number("Y") < cell.height
        else { throw Fault(description: "\(keys)") }
        let sent = try Self.decoded(payload)
        let bytes = keys["o"] == "z" ? try Zlib.inflated(sent, count: 4 * width * height) : sent
        guard bytes.count == 4 * width * height else { throw Fault(description: "\(bytes.count) bytes, \(keys)") }
        payload = []
        pictureCount += 1
        let image = Image(
            x: emulator.cursor.column * cell.width + number("X"), y: emulator.cursor.row * cell.height + number("Y"),
            width: width, height: height,
            pixels: (0..<width * height).map { place in
                (0..<4).reduce(0) { $0 | UInt32(bytes[4 * place + $1]) << UInt32(8 * $1) }
            })
        guard image.x + width <= self.width, image.y + height <= self.height else {
            throw Fault(description: "outside: \(keys)")
        }
        images[number("i")] = image
    }

    static func decoded(_ base64: [UInt8]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: base64.count, by: 4) {
            var group: UInt32 = 0
            var fill = 0
            for letter in base64[start..<start + 4] {
                let value: UInt8
                switch letter {
                case 0x41...0x5A: value = letter - 0x41
                case 0x61...0x7A: value = letter - 0x61 + 26
                case 0x30...0x39: value = letter - 0x30 + 52
                case 0x2B: value = 62
                case 0x2F: value = 63
                case 0x3D where start + 4 == base64.count:
                    value = 0
                    fill += 1
                default: throw Fault(description: "base64 \(letter)")
                }
                group = group << 6 | UInt32(value)
            }
            bytes += [UInt8(group >> 16), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)].dropLast(fill)
        }
        return bytes
    }

    // Sixel

    private func takeSixel(_ body: ArraySlice<UInt8>) throws {
        guard body.starts(with: Array("0;1q\"1;1;".utf8)) else { throw Fault(description: "sixel head") }
        var numbers = SixelNumbers(body.dropFirst(5))
        let head = numbers.take()
        guard head.count == 4 else { throw Fault(description: "raster \(head)") }
        let corner = emulator.cursor
        let origin = (x: corner.column * cell.width, y: corner.row * cell.height)
        // As on those terminals that keep no character under a picture.
        emulator.feed("\u{1B}7\u{1B}[m")
        for row in 0..<(head[3] + cell.height - 1) / cell.height {
            emulator.feed("\u{1B}[\(corner.row + row + 1);\(corner.column + 1)H\u{1B}[\(head[2] / cell.width)X")
        }
        emulator.feed("\u{1B}8")
        var registers: [Int: UInt32] = [:]
        var color: UInt32?
        var x = 0
        var top = 0
        pictureCount += 1
        func draw(_ sixel: UInt8, times: Int) throws {
            for _ in 0..<times {
                for bit in 0..<6 where sixel >> UInt8(bit) & 1 != 0 {
                    guard let color, x < head[2], top + bit < head[3], origin.x + x < width,
                        origin.y + top + bit < height
                    else { throw Fault(description: "outside, or no colour: \(x),\(top + bit) of \(head)") }
                    pixels[(origin.y + top + bit) * width + origin.x + x] = color
                }
                x += 1
            }
        }
        while let byte = numbers.next() {
            switch byte {
            case 0x23:
                let values = numbers.take()
                if values.count == 5 {
                    guard values[1] == 2, values[0] < 16, values[2...].allSatisfy({ $0 <= 100 }) else {
                        throw Fault(description: "register \(values)")
                    }
                    registers[values[0]] = values[2...].reduce(0) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
                } else {
                    guard values.count == 1, let known = registers[values[0]] else {
                        throw Fault(description: "no register \(values)")
                    }
                    color = known
                }
            case 0x21:
                let count = numbers.take()
                guard count.count == 1, let sixel = numbers.next(), sixel >= 63 else { throw Fault(description: "run") }
                try draw(sixel - 63, times: count[0])
            case 0x24: x = 0
            case 0x2D:
                x = 0
                top += 6
                // The cursor is left in the row below, which scrolls what is above it where there is none.
                guard origin.y + top + 6 <= height - cell.height || origin.y + head[3] <= height - 2 * cell.height
                else {
                    throw Fault(description: "it would scroll: \(top) of \(head)")
                }
            case 63...126: try draw(byte - 63, times: 1)
            default: throw Fault(description: "sixel byte \(byte)")
            }
        }
    }
}

/// Bytes, and the numbers between semicolons among them.
private struct SixelNumbers {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func next() -> UInt8? { rest.popFirst() }

    mutating func take() -> [Int] {
        var numbers = [0]
        while let byte = rest.first, byte == 0x3B || (0x30...0x39).contains(byte) {
            rest.removeFirst()
            if byte == 0x3B {
                numbers.append(0)
            } else {
                numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
            }
        }
        return numbers
    }
}
