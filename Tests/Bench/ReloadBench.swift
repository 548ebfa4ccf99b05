import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// From a save to the screen, and what the frame of a reload costs.
enum ReloadBench {
    static func run() throws -> [Figure] {
        try saveToScreen() + frame() + thousand()
    }

    /// The real program at 60 frames a second: from the end of the write to the first byte of the new behaviour.
    private static func saveToScreen() throws -> [Figure] {
        func script(_ version: Int) -> String {
            "function frame() text(0, 0, \"<\(version)>\") end\nfunction init() spawn { x = 3 } end"
        }
        let folder = try TemporaryFolder()
        let path = try folder.write(script(1000), to: "snow.lua")
        let terminal = try PseudoTerminal(
            TestBinary.path, [path], environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        guard terminal.read(until: "<1000>") else { return [] }
        let clock = ContinuousClock()
        var samples: [Double] = []
        // Digits that all differ from those before, so that a version is sent whole.
        for number in 0..<60 {
            let version = 1000 + (number % 2 == 0 ? 1111 : 2222) + number / 2 % 4 * 2222
            // At all places within a frame.
            usleep(150_000 + UInt32(number) * 7_919 % 16_667)
            let start = terminal.output.count
            try folder.write(script(version), to: "snow.lua")
            let end = clock.now
            let digits = Array(String(version).utf8)
            guard terminal.read(until: { $0.count > start && $0[start...].contains(digits[3]) }) else { break }
            samples.append((clock.now - end).seconds * 1000)
        }
        terminal.process.send(SIGTERM)
        _ = terminal.readToEnd()
        return [
            Figure(
                name: "end of a save to the new frame, median", value: Measurement.median(samples), unit: "ms", goal: 20
            ),
            Figure(
                name: "end of a save to the new frame, longest of \(samples.count)", value: samples.max() ?? .nan,
                unit: "ms", goal: 50),
        ]
    }

    private static func snowfall(in folder: TemporaryFolder) throws -> (layer: Layer, text: String, path: String) {
        // This file is Tests/Bench/ReloadBench.swift.
        let package = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let source = FileText(package.joined(separator: "/") + "/scripts/snowfall.lua").text
        let path = try folder.write(source, to: "snowfall.lua")
        var options = Layer.Options()
        options.limits.callback = .seconds(60)
        let layer = try Layer(module: try Module(file: path), width: 200, height: 100, options: options)
        layer.step(seconds: 1.0 / 60)
        return (layer, source, path)
    }

    /// The bundled snowfall, with its 400 flakes.
    private static func frame() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let (layer, text, path) = try snowfall(in: folder)
        guard let reloader = Reloader(layer: layer) else { return [] }
        let clock = ContinuousClock()
        var now = Duration.zero
        var plain: [Double] = []
        var reloading: [Double] = []
        for number in 0..<200 {
            now += .milliseconds(100)
            let isSave = number % 2 == 1
            if isSave { try folder.write(text + "-- \(number)", to: "snowfall.lua") }
            let time = clock.measure {
                _ = reloader.poll(now: now)
                layer.step(seconds: 1.0 / 60)
            }
            if isSave { reloading.append(time.seconds * 1000) } else { plain.append(time.seconds * 1000) }
        }
        guard layer.reloadCount == 100, layer.trap == nil, reloader.path == FilePath(path) else { return [] }
        return [
            Figure(
                name: "a frame of the snowfall, \(layer.scene.count) flakes", value: Measurement.median(plain),
                unit: "ms"),
            Figure(name: "a frame with a reload of it", value: Measurement.median(reloading), unit: "ms", goal: 2),
            Figure(
                name: "a frame with a reload of it, 95 of 100", value: reloading.sorted()[94], unit: "ms", goal: 2),
            Figure(name: "a frame with a reload of it, longest", value: reloading.max() ?? .nan, unit: "ms"),
        ]
    }

    /// What a thousand reloads leave behind, after two hundred that fill the caches.
    private static func thousand() throws -> [Figure] {
        let folder = try TemporaryFolder()
        let (layer, text, _) = try snowfall(in: folder)
        guard let reloader = Reloader(layer: layer) else { return [] }
        let other = text.replacing("flakes = 4000, ", with: "flakes = 4100, ").replacing(
            "light = 0", with: "shade = 0, light = 0")
        var now = Duration.zero
        var before = (kilobytes: 0.0, descriptors: 0)
        for number in 1...1200 {
            now += .milliseconds(100)
            try folder.write((number % 2 == 0 ? text : other) + "-- \(number)", to: "snowfall.lua")
            _ = reloader.poll(now: now)
            layer.step(seconds: 1.0 / 60)
            if number == 200 { before = (residentKilobytes(), descriptorCount()) }
        }
        guard layer.reloadCount == 1200 else { return [] }
        return [
            Figure(
                name: "resident memory after 1000 more reloads", value: residentKilobytes() - before.kilobytes,
                unit: "KiB more", goal: 1024),
            Figure(
                name: "descriptors after 1000 more reloads", value: Double(descriptorCount() - before.descriptors),
                unit: "more", goal: 0),
        ]
    }

    /// NaN where the system does not say.
    private static func residentKilobytes() -> Double {
        let fields = FileText("/proc/self/statm").text.split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1024
    }

    private static func descriptorCount() -> Int {
        (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 }
    }
}

/// A file's text; empty when it cannot be read.
private struct FileText {
    let text: String

    init(_ path: String) {
        let descriptor = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
        var bytes: [UInt8] = []
        _ = descriptor.read(into: &bytes)
        text = String(decoding: bytes, as: UTF8.self)
    }
}
