/// The global functions of a script that the host calls.
public enum Export: String, CaseIterable, Sendable {
    case `init`
    case frame
    case update
    case removed
    case resize
    case key
    case mouse
    case reloaded
}
