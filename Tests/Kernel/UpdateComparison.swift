import SnowHost

/// Runs update functions in several ways side by side, and holds their flakes against those of the last way, in which they
/// are called and look each field up.
struct UpdateComparison {
    /// A function for which the two did not agree.
    struct Mismatch: CustomStringConvertible {
        let function: String
        let frame: Int
        let what: String

        var description: String { "frame \(frame): \(what)\n\(function)" }
    }

    private(set) var functionCount = 0
    /// Functions that were compiled at all.
    private(set) var compiledCount = 0
    private(set) var compiledFlakes: UInt64 = 0
    private(set) var calledFlakes: UInt64 = 0
    /// Functions that were called with fields in registers.
    private(set) var stagedCount = 0
    private(set) var stagedFlakes: UInt64 = 0
    private(set) var putBackFlakes: UInt64 = 0
    private(set) var mismatches: [Mismatch] = []
    /// Why functions were not compiled, and how often.
    private(set) var refusals: [String: Int] = [:]

    private let header: String
    private let frames: Int
    private let stages: Bool

    /// - Parameter header: The text before the functions; it declares 64 flakes and the fields phase, kind and own.
    /// - Parameter stages: Whether one way is to call them with fields in registers.
    init(header: String = UpdateGenerator.header, frames: Int = 4, stages: Bool = false) {
        self.header = header
        self.frames = frames
        self.stages = stages
    }

    /// The functions are `function(f, dt, t) … end`. Those of one call share a VM as long as none traps.
    mutating func compare(_ functions: [String]) throws {
        var rest = functions[...]
        while !rest.isEmpty { rest = try compareUntilTrap(rest) }
    }

    private func script(_ functions: ArraySlice<String>) -> String {
        """
        \(header)
        local functions = {}
        \(functions.map { "functions[#functions + 1] = \($0)\n" }.joined())
        function key(name)
          update = functions[tonumber(name)]
          for flake in flakes() do flake:remove() end
          local odd = { 0, -0.0, 1e30, -1e30, 0 / 0, 1 / 0, 3, -2.5 }
          for i = 1, 40 do
            local wild = i % 13 == 0
            spawn {
              x = wild and odd[i % 8 + 1] or random(-20, 60), y = random(-5, 40), width = random(0.5, 3),
              speed = random(-4, 4), drift = i % 3 - 1, phase = random(7), kind = i % 4, life = 1e9,
              height = i % 5 == 0 and 2 or nil, own = wild and odd[(i + 3) % 8 + 1] or random(),
            }
          end
        end
        """
    }

    private func layer(_ script: String, compiles: Bool, stages: Bool) throws -> Layer {
        var options = Layer.Options()
        options.compilesUpdates = compiles
        options.staging = stages ? .always : .never
        options.limits.callback = .seconds(60)
        let module = try Module(source: script, name: "fuzz.lua")
        return try Layer(module: module, width: 80, height: 40, options: options)
    }

    /// Answers the functions that are left, after one that trapped.
    private mutating func compareUntilTrap(_ functions: ArraySlice<String>) throws -> ArraySlice<String> {
        let text = script(functions)
        let compiled = try layer(text, compiles: true, stages: true)
        let staged = stages ? try layer(text, compiles: false, stages: true) : compiled
        let interpreted = try layer(text, compiles: false, stages: false)
        let layers = stages ? [compiled, staged, interpreted] : [compiled, interpreted]
        defer {
            let counts = compiled.updateCounts
            compiledFlakes += counts.compiled
            calledFlakes += counts.called
        }
        for (number, function) in functions.enumerated() {
            functionCount += 1
            for layer in layers { layer.press(key: "\(number + 1)") }
            var wasCompiled = false
            for frame in 0..<frames {
                for layer in layers {
                    Self.shape(layer)
                    layer.step(seconds: 0.25 / 3)
                }
                if case .compiled = compiled.updateMode, frame > 0 { wasCompiled = true }
                for (way, layer) in [("compiled", compiled), ("staged", staged)] {
                    guard let difference = Self.difference(layer, interpreted) else { continue }
                    mismatches.append(Mismatch(function: function, frame: frame, what: "\(way): \(difference)"))
                    return functions.dropFirst(number + 1)
                }
                if compiled.trap != nil { break }
            }
            if wasCompiled { compiledCount += 1 }
            let counts = staged.stagingCounts
            stagedCount += counts.staged > 0 ? 1 : 0
            stagedFlakes += counts.staged
            putBackFlakes += counts.putBack
            if case .interpreted(let refusal) = compiled.updateMode { refusals[refusal.reason, default: 0] += 1 }
            if compiled.trap != nil { return functions.dropFirst(number + 1) }
        }
        return []
    }

    /// Pictures of several shapes, which a height that is not set follows.
    private static func shape(_ layer: Layer) {
        let columns = layer.scene.columns
        for slot in 0..<layer.scene.highWater { columns.aspect[slot] = 0.1 + 0.37 * Float(slot % 5) }
    }

    /// What two layers do not have in common: traps with their tracebacks, what was printed, flakes and their columns bit
    /// by bit; nil where they are alike.
    /// The traceback without the number of levels that fit on the stack: registers for fields take more of it.
    private static func shape(of trap: Trap?) -> [String] {
        (trap?.traceback ?? []).map { $0.hasSuffix(" levels left out") ? "…" : $0 }
    }

    static func difference(_ left: Layer, _ right: Layer) -> String? {
        if left.trap?.description != right.trap?.description {
            return "trap \(left.trap?.description ?? "none"), expected \(right.trap?.description ?? "none")"
        }
        if shape(of: left.trap) != shape(of: right.trap) {
            return "traceback \(left.trap?.traceback ?? []), expected \(right.trap?.traceback ?? [])"
        }
        if left.instance.log.lines != right.instance.log.lines {
            return "printed \(left.instance.log.lines.suffix(3)), expected \(right.instance.log.lines.suffix(3))"
        }
        let (a, b) = (left.scene.columns, right.scene.columns)
        guard left.scene.count == right.scene.count, left.scene.highWater == right.scene.highWater else {
            return "\(left.scene.count) flakes, expected \(right.scene.count)"
        }
        for slot in 0..<left.scene.highWater {
            guard a.state[slot] == b.state[slot], a.generation[slot] == b.generation[slot] else {
                return "slot \(slot) lives in one only"
            }
            if a.color[slot] != b.color[slot] {
                return "slot \(slot): color \(a.color[slot]), expected \(b.color[slot])"
            }
            for field in 0..<a.fieldCount where a.fields[field][slot].bitPattern != b.fields[field][slot].bitPattern {
                return "slot \(slot), field \(field): \(a.fields[field][slot]), expected \(b.fields[field][slot])"
            }
        }
        return nil
    }
}
