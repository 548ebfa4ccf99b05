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

    /// What it says of the flake, as a phrase.
    package var about: String {
        switch self {
        case .spent: "it had faded away"
        case .left: "it was out of view, and going on"
        case .life: "it was older than its `life`"
        case .removed: "the script removed it, or an animation with `done = \"remove\"`"
        case .settled: "it came to rest on the ground"
        }
    }
}
