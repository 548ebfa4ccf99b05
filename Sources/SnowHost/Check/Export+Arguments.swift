extension Export {
    /// What the host calls it with.
    var arguments: [String] {
        switch self {
        case .`init`, .reloaded: []
        case .frame: ["dt", "t"]
        case .update: ["flake", "dt", "t"]
        case .removed: ["flake", "why"]
        case .resize: ["width", "height"]
        case .key: ["name"]
        case .mouse: ["x", "y", "button"]
        }
    }
}
