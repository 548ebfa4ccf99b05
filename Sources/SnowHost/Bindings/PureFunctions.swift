internal import CLua

/// The functions of numbers alone that scripts see.
enum PureFunctions {
    /// A function of up to three numbers.
    struct Function: Sendable {
        let reference: ReferenceEntry
        /// What it computes; arguments that were left out are 0.
        let body: @convention(c) @Sendable (UnsafeMutableRawPointer?, Double, Double, Double) -> Double
    }

    /// All of them.
    static let all: [Function] = [
        Function(
            reference: numbers(
                "noise", "x", optional: "y", "z",
                about: "Gives smooth noise, -1 to 1, which changes over a distance of about 1.")
        ) { context, x, y, z in Noise.sample(SceneBinding.from(context).noise, x, y, z) },
        Function(
            reference: numbers("clamp", "x", "lo", "hi", about: "Gives x, or the bound that it is beyond.")
        ) { _, value, low, high in max(low, min(value, high)) },
        Function(
            reference: numbers(
                "lerp", "a", "b", "share", about: "Gives the number that lies a share of the way from a to b.")
        ) { _, from, to, share in from + (to - from) * share },
        Function(
            reference: numbers(
                "smoothstep", "lo", "hi", "x",
                about: "Gives 0 up to lo, 1 from hi on, and in between a curve that starts and ends level.")
        ) { _, low, high, value in
            let share = max(0, min((value - low) / (high - low), 1))
            return share * share * (3 - 2 * share)
        },
    ]

    private static func numbers(
        _ name: String, _ required: String..., optional: String..., about: String
    ) -> ReferenceEntry {
        let parameters =
            required.map { ReferenceEntry.Value($0, "number") }
            + optional.map { ReferenceEntry.Value($0, "number", isOptional: true) }
        return .function(name, parameters, gives: [ReferenceEntry.Value("", "number")], about: about)
    }

    /// Adds them to a VM; false when there is no memory.
    static func define(in vm: OpaquePointer) -> Bool {
        all.allSatisfy { function in
            let count = function.reference.signatures.first?.argumentCount ?? 0...0
            return clua_define_pure(
                vm, function.reference.name, Int32(count.lowerBound), Int32(count.upperBound), function.body)
        }
    }
}
