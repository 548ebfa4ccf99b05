/// Why a flake was removed.
public enum RemovalReason: UInt8, CaseIterable, Sendable {
    /// Its alpha fell to zero.
    case spent
    /// It went wholly out of view.
    case left
    /// Its life was over.
    case life
    /// Something asked for its removal.
    case removed
    /// It came to rest on the ground.
    case settled

    /// The word that scripts see.
    public var name: String {
        switch self {
        case .spent: "spent"
        case .left: "left"
        case .life: "life"
        case .removed: "removed"
        case .settled: "settled"
        }
    }
}
