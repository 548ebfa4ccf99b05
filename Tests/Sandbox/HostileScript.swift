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
        _ name: String, _ endings: Set<Ending>, milliseconds: Int? = nil, memory: Int = 8 << 20, fuel: Int? = nil,
        _ source: String
    ) {
        self.name = name
        self.source = source
        self.endings = endings
        // Time must not be what ends a script that is to end otherwise, however slow the machine.
        self.milliseconds = milliseconds ?? (endings.contains(.trap(.deadline)) ? 20 : 2000)
        self.memory = memory
        self.fuel = fuel
    }

    static let all = callbacks + limits + libraries + objects + scene
}
