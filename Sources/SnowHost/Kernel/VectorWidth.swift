internal import CLua

/// How wide the vectors are that compiled updates use. The results are the same bits with any.
package enum VectorWidth {
    /// Leaves out the wide ones of this processor, or allows them again; for tests. It holds for the whole process.
    package static func allowWide(_ isAllowed: Bool) {
        clua_kernel_allow_wide(isAllowed)
    }
}
