internal import CLua

// How the script's `update` is run.
extension Layer {
    /// As a program over all flakes, or flake by flake and why; known from the first frame on.
    package var updateMode: UpdateMode { kernel.mode }

    /// What a compiled `update` leaves to the script, for the flakes that come there.
    package var updateExceptions: [Refusal] { kernel.exceptions }

    /// How many flakes were updated since the script was loaded: by its compiled `update`, and by calling it.
    package var updateCounts: (compiled: UInt64, called: UInt64) {
        let counts = clua_kernel_counts(instance.vm)
        return (counts.compiled, counts.called)
    }

    /// How many flakes were called for with fields in registers since the present twin of `update` was made, and from how
    /// many these were taken back on the way.
    package var stagingCounts: (staged: UInt64, putBack: UInt64) {
        let counts = clua_staging_counts(instance.vm)
        return (counts.staged, counts.put_back)
    }
}
