internal import CLua

/// How a script's `update` is run.
package enum UpdateMode: Hashable, Sendable {
    /// The script has none.
    case absent
    /// As a program over all flakes at once.
    case compiled
    /// Flake by flake, for this reason.
    case interpreted(Refusal)

    /// One word for it; nil where there is nothing to say.
    package var name: String? {
        switch self {
        case .absent: nil
        case .compiled: "compiled"
        case .interpreted: "interpreted"
        }
    }

    /// One line about it; nil where there is nothing to say: `snow.lua:14: update is interpreted: table write`.
    package var words: String? {
        guard case .interpreted(let refusal) = self else { return nil }
        let place = refusal.line > 0 ? "\(refusal.file):\(refusal.line): " : ""
        return "\(place)update is interpreted: \(refusal.reason)"
    }
}

/// Compiles a script's `update`, and compiles it anew when what it was made for has changed.
final class UpdateKernel {
    private(set) var mode = UpdateMode.absent
    /// What the program cannot do: flakes that come there are updated by the script.
    private(set) var exceptions: [Refusal] = []

    let vm: OpaquePointer
    let fields: [String: FlakeAccess]
    private let obstacle: Refusal?
    let staging: UpdateStaging
    /// Values that were whole in one frame and a float in another.
    private var wide: Set<UInt64> = []
    private var traces: [UInt64] = []
    private var attempts = 0
    /// Twins that were made in quick succession, and the frame of the last.
    private var stagings = (count: 0, latest: 0)
    private var allFrames = 0
    private var isTried = false
    private var counts = CLuaKernelCounts()
    private var slowFrames = 0
    /// Since the last program was made.
    private var frames = 0
    /// What was `update` in the last frame.
    private var function: UnsafeRawPointer?

    /// A script whose values go on changing their kinds is interpreted in the end.
    private static let maximumAttempts = 24
    /// A program that lasted this long is no sign of that.
    private static let settledFrames = 120
    /// A program that most flakes are too special for is of no use; it is given this many frames to show it.
    private static let trialFrames = 30

    /// The kernel of a script that has run its text.
    ///
    /// - Parameters:
    ///   - fields: How flakes are accessed, by the names of their fields.
    ///   - obstacle: Why nothing is to be compiled, if so.
    ///   - staging: When fields of flakes are held in registers while `update` is called.
    init(vm: OpaquePointer, fields: [String: FlakeAccess], obstacle: Refusal?, staging: UpdateStaging) {
        self.vm = vm
        self.fields = fields
        self.obstacle = obstacle
        self.staging = staging
    }

    /// Before the updates of a frame: sees to it that there is a program, if there can be one.
    func prepare(dt: Double) {
        guard !isTried else { return }
        isTried = true
        guard clua_global_kind(vm, "update") == CLUA_FUNCTION else {
            mode = .absent
            return
        }
        if let obstacle {
            mode = .interpreted(obstacle)
        } else {
            compile(dt: dt)
        }
        stageCalls()
    }

    /// Makes calls of `update` fast, where there will be some.
    private func stageCalls() {
        clua_stage_nothing(vm)
        guard staging != .never, mode != .compiled || !exceptions.isEmpty else { return }
        if allFrames - stagings.latest >= Self.settledFrames { stagings.count = 0 }
        guard stagings.count < Self.maximumAttempts else { return }
        stagings = (stagings.count + 1, allFrames)
        stage()
    }

    /// After them: notes whether the program still fits.
    func finish() {
        frames += 1
        allFrames += 1
        let identity = clua_update_identity(vm)
        defer { function = identity }
        switch mode {
        case .compiled:
            if clua_kernel_fits(vm) { return judge() }
            widen()
            isTried = false
        case .interpreted:
            // A script may put another function in its place.
            if function != nil, identity != function { isTried = false }
        case .absent:
            if clua_global_kind(vm, "update") == CLUA_FUNCTION { isTried = false }
        }
    }

    /// Drops a program that leaves most flakes to the script.
    private func judge() {
        let now = clua_kernel_counts(vm)
        let called = now.called - counts.called, compiled = now.compiled - counts.compiled
        counts = now
        slowFrames = called > compiled ? slowFrames + 1 : 0
        guard slowFrames >= Self.trialFrames else { return }
        refuse(exceptions.first ?? Refusal("numbers that a program cannot hold in most flakes"))
    }

    private func widen() {
        var type = CLUA_TYPE_NIL
        let place = Int(clua_kernel_misfit(vm, &type))
        let isNumber = type == CLUA_TYPE_INTEGER || type == CLUA_TYPE_FLOAT
        if isNumber, traces.indices.contains(place) { wide.insert(traces[place]) }
    }

    private func compile(dt: Double) {
        attempts = frames >= Self.settledFrames ? 1 : attempts + 1
        frames = 0
        slowFrames = 0
        guard attempts <= Self.maximumAttempts else {
            refuse(Refusal("values whose kinds change from frame to frame"))
            return
        }
        guard clua_kernel_begin(vm, dt) else {
            refuse(Refusal("a function that is not written in Lua"))
            return
        }
        var tracer = UpdateTracer(uniforms: UniformList(vm: vm, wide: wide), fields: fields) { [vm] function in
            Self.prototype(of: function, in: vm)
        }
        do throws(Refusal) {
            let end = try tracer.trace()
            let program = try LaneProgram(tracer, end: end)
            guard clua_kernel_install(vm, program.operations, program.operations.count, Int32(program.registerCount))
            else { throw Refusal("not enough memory") }
            traces = tracer.uniforms.traces
            exceptions = tracer.objections
            mode = .compiled
        } catch {
            refuse(error)
        }
    }

    private func refuse(_ refusal: Refusal) {
        clua_kernel_remove(vm)
        exceptions = []
        mode = .interpreted(refusal)
    }

    private static func prototype(of function: Uniform, in vm: OpaquePointer) -> Prototype? {
        var bytes: UnsafePointer<CChar>?
        var length = 0
        guard clua_kernel_dump(vm, function.index, &bytes, &length) else { return nil }
        // The VM's buffer, which stays as it is until the next call.
        return try? BytecodeReader.read(Array(UnsafeRawBufferPointer(start: bytes, count: length)))
    }
}
