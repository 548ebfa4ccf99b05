/// When fields of a flake lie in registers while `update` is called for it.
package enum UpdateStaging: Hashable, Sendable {
    case never
    /// Where that is faster.
    case whereItPays
    /// Wherever nobody can tell: for tests.
    case always
}
