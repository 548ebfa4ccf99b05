internal import CLua

/// Follows the bytecode of an update with values that stand for those of all flakes at once.
///
/// Jumps go forward only, so each place is reached after all that lead there: a branch has the mask of the flakes that
/// take it, and where branches meet, the mask chooses among their values. What is met on the way that a program cannot do
/// becomes a guard with the mask of that place: should a flake come there, the update is called for it. Where all flakes
/// come there, the function is refused.
struct UpdateTracer {
    var graph = LaneGraph()
    var uniforms: UniformList
    let fields: [String: FlakeAccess]
    /// Masks of flakes that the program cannot update.
    var guards: [Int32] = []
    /// Where the ground lies, asked by the script: that it asks is known to the ground, also where the answer is of no use.
    var asked: [Int32] = []
    /// What those guards stand for.
    var objections: [Refusal] = []
    /// Whether it reads how many flakes there are, which each removal changes.
    var readsCount = false

    let readPrototype: (Uniform) -> Prototype?
    var prototypes: [Uniform: Prototype] = [:]
    var depth = 0
    var steps = 0

    static let maximumSteps = 20_000
    static let maximumNodes = 6_000
    static let maximumDepth = 12

    init(uniforms: UniformList, fields: [String: FlakeAccess], readPrototype: @escaping (Uniform) -> Prototype?) {
        self.uniforms = uniforms
        self.fields = fields
        self.readPrototype = readPrototype
    }

    /// Where a call stands, and what will follow.
    struct Frame {
        let prototype: Prototype
        let function: Uniform
        var waiting: [Int: TraceState] = [:]
        var returns: [(state: TraceState, values: [LaneValue])] = []
        /// Behind the last of a varying number of values.
        var top = 0
    }

    /// The state at the end of the update, for all flakes.
    mutating func trace() throws(Refusal) -> TraceState {
        guard let prototype = prototype(of: UniformList.update) else {
            throw Refusal("bytecode that this host cannot read")
        }
        let arguments: [LaneValue] = [.flake, .uniform(try uniforms.dt()), .uniform(try uniforms.time())]
        let state = TraceState(mask: LaneGraph.live)
        do throws(Refusal) {
            return try enter(prototype, UniformList.update, arguments, state).state
        } catch {
            throw error.at(prototype, 0)
        }
    }

    mutating func prototype(of function: Uniform) -> Prototype? {
        if let known = prototypes[function] { return known }
        guard let read = readPrototype(function) else { return nil }
        prototypes[function] = read
        return read
    }

    /// Runs a function to its end; answers one state, and the values that it returns.
    mutating func enter(
        _ prototype: Prototype, _ function: Uniform, _ arguments: [LaneValue], _ state: TraceState
    ) throws(Refusal) -> (state: TraceState, values: [LaneValue]) {
        guard !prototype.isVararg else { throw Refusal("a function with a varying number of arguments") }
        guard depth < Self.maximumDepth else { throw Refusal("calls that are nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        var frame = Frame(prototype: prototype, function: function)
        var inner = state
        inner.registers = Array(repeating: nil, count: prototype.registerCount + 4)
        for place in 0..<prototype.parameterCount {
            inner.registers[place] = place < arguments.count ? arguments[place] : .uniform(try uniforms.nil())
        }
        _ = try walk(&frame, from: 0, to: prototype.code.count, inner)
        guard var result = frame.returns.first else {
            throw objections.last ?? Refusal("a function that does not return")
        }
        for next in frame.returns.dropFirst() {
            let count = max(result.values.count, next.values.count)
            let absent = LaneValue.uniform(try uniforms.nil())
            var values: [LaneValue] = []
            for place in 0..<count {
                let left = place < result.values.count ? result.values[place] : absent
                let right = place < next.values.count ? next.values[place] : absent
                guard let value = try merged(left, right, result.state.mask, next.state.mask) else {
                    throw Refusal("a result that is of one kind here and of another there")
                }
                values.append(value)
            }
            result = (try merged(result.state, next.state), values)
        }
        // All flakes that came in come out: those that a guard holds back never do.
        result.state.mask = state.mask
        result.state.registers = state.registers
        return result
    }

    /// Follows the code from one place up to another; nil when nobody arrives there.
    mutating func walk(
        _ frame: inout Frame, from start: Int, to end: Int, _ state: TraceState?
    ) throws(Refusal) -> TraceState? {
        var state = state
        var place = start
        while place < end {
            if let waiting = frame.waiting.removeValue(forKey: place) {
                state = if let present = state { try merged(waiting, present) } else { waiting }
            }
            guard let present = state else {
                place += 1
                continue
            }
            steps += 1
            do throws(Refusal) {
                guard steps < Self.maximumSteps, graph.nodes.count < Self.maximumNodes else {
                    throw Refusal("more than a program has room for")
                }
                let next = try step(&frame, place, present)
                state = next.state
                place = next.place
            } catch {
                let placed = error.at(frame.prototype, place)
                guard present.mask != LaneGraph.live else { throw placed }
                guards.append(present.mask)
                objections.append(placed)
                state = nil
                place += 1
            }
        }
        if let waiting = frame.waiting.removeValue(forKey: end), end < frame.prototype.code.count {
            return if let present = state { try merged(waiting, present) } else { waiting }
        }
        return state
    }
}

/// All that is known at a place of the code.
struct TraceState {
    /// The flakes that come there.
    var mask: Int32
    var registers: [LaneValue?] = []
    /// Columns that were written, by their numbers: what they hold now.
    var columns: [Int32: Int32] = [:]
    var color: Int32?
    /// The flakes that were removed on the way.
    var removed = LaneGraph.none
    /// How often each flake called for chance.
    var calls = Calls.fixed(0)

    enum Calls: Hashable {
        case fixed(Int32)
        case varying(Int32)
    }

    init(mask: Int32) { self.mask = mask }
}
