/// What a check has to say of a script.
package struct CheckReport: Sendable {
    /// The script, as it was named.
    package let script: String
    /// Errors first, then by place.
    package let findings: [Finding]
    /// What was measured; nil where the script did not load.
    package let measures: Measures?

    /// What the frames of a check came to.
    package struct Measures: Hashable, Sendable {
        /// Frames that were run, of those that were asked for.
        package let frames: Int
        package let framesAsked: Int
        /// The most flakes alive at once, and the most that the header allows.
        package let mostFlakes: Int
        package let flakeLimit: Int
        /// How often `spawn` gave nil, because that many were alive.
        package let refusedSpawns: Int
        /// Bytes of Lua memory at most.
        package let peakMemory: Int
        /// CPU time of all Lua calls of a frame, seconds: the middle one of all frames, and what 95 of 100 stay below.
        package let luaMedian: Double
        package let lua95: Double
        /// What a second run with the same seed showed; nil where there was none.
        package let repetition: Repetition?
    }

    /// What came of running the same frames twice.
    package enum Repetition: Hashable, Sendable {
        /// The frames were the same, as far as both runs came.
        case same
        /// The first frame that differed, counted from 1, and the picture's size in it.
        case differs(frame: Int, columns: Int, rows: Int)
    }

    /// How many findings are of a severity.
    package func count(of severity: Finding.Severity) -> Int {
        findings.count { $0.severity == severity }
    }
}
