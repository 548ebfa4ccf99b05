@testable import SnowHost

/// A script that means harm, and the ways in which it may end.
struct HostileScript {
    let name: String
    let source: String
    let endings: Set<Ending>
    /// The deadline of each callback.
    let milliseconds: Int
    /// The limit in bytes.
    let memory: Int
    let fuel: Int?

    init(
        _ name: String, _ endings: Set<Ending>, milliseconds: Int = 20, memory: Int = 8 << 20, fuel: Int? = nil,
        _ source: String
    ) {
        self.name = name
        self.source = source
        self.endings = endings
        self.milliseconds = milliseconds
        self.memory = memory
        self.fuel = fuel
    }

    static let all = callbacks + limits + libraries + objects + scene
}
