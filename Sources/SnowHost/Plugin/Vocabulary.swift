/// The names that exist for a script, for the words of an error about one that does not.
struct Vocabulary {
    /// Asked for only when a script has gone wrong: making the list would cost each start.
    var globals: () -> [String] = { [] }
    var fields: [String] = []
    var tweens: [String] = []
    var easings: [String] = []
    var scene: [String] = []
    var parameters: [String] = []

    /// What to say of a name that is not there.
    enum Unknown {
        case field, tween, easing, scene, parameter, readOnly
    }

    /// One sentence on `name`, with the nearest one that exists.
    func words(for name: String, _ unknown: Unknown) -> String {
        switch unknown {
        case .field: sentence("a flake has no field '\(name)'", name, fields)
        case .tween: sentence("animate has no '\(name)'", name, tweens)
        case .easing: sentence("there is no easing '\(name)'", name, easings)
        case .scene: sentence("scene has no '\(name)'", name, scene)
        case .parameter:
            sentence("the header declares no param '\(name)'", name, parameters)
        case .readOnly: "'\(name)' is read only"
        }
    }

    private func sentence(_ start: String, _ name: String, _ names: [String]) -> String {
        guard let nearest = Suggestion.nearest(to: name, among: names) else {
            return names.count > 12 || names.isEmpty ? start : "\(start); it has: \(names.joined(separator: " "))"
        }
        return "\(start); did you mean '\(nearest)'?"
    }
}
