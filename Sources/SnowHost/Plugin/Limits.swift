/// What one script may use. Every limit is enforced; a script that hits one traps, or is refused.
///
/// Zero allows nothing, and a value below zero counts as zero.
public struct Limits: Hashable, Sendable {
    /// Bytes of Lua memory, as Lua counts them: it never holds more.
    public var memory = 16 << 20
    /// CPU time of one callback.
    public var callback: Duration = .milliseconds(100)
    /// CPU time of loading the script, and of `init`.
    public var loading: Duration = .seconds(1)
    /// Instructions of one callback, in hundreds; nil for no bound. Counting slows plain Lua code to about half its speed,
    /// and makes the trap fall on the same instruction every time.
    public var fuel: Int?
    /// The most flakes a header may ask for, and a script without a header gets.
    public var flakes = 1_000_000
    /// The most flakes of every script, whatever its header asks for, and at most `mostFlakes`; nil for the header's number.
    public var population: Int?
    /// Animated fields at once.
    public var tweens = 4_000_000
    /// The allocation of the VM that fails, with all after it, counted from 1; 0 for none. For tests.
    package var refusedAllocation: UInt64 = 0
    /// Whether CPU time is watched as where no timer can be had. For tests.
    package var watchesWithoutTimer = false
    /// Lines of `print` that are kept; older ones are dropped.
    public var logLines = 200
    /// Bytes of the pixels of all its images, at four a pixel.
    public var imageBytes = 64 << 20
    /// Images at once.
    public var images = 256
    /// Bytes of an image's file.
    public static let imageFileBytes = 16 << 20
    /// Bytes of a script's file, or of one of its modules.
    public static let sourceBytes = 256 << 10

    /// More flakes than this no script gets.
    public static let mostFlakes = 10_000_000

    /// The defaults.
    public init() {}

    /// The same limits, where every value is one that can be kept.
    var enforced: Limits {
        var limits = self
        for count in [\Limits.memory, \.tweens, \.logLines, \.imageBytes, \.images] {
            limits[keyPath: count] = max(self[keyPath: count], 0)
        }
        limits.flakes = min(max(flakes, 0), Self.mostFlakes)
        limits.population = population.map { min(max($0, 0), Self.mostFlakes) }
        limits.fuel = fuel.map { max($0, 0) }
        // Thirty years; sums of several are still durations.
        for time in [\Limits.callback, \.loading] {
            limits[keyPath: time] = min(max(self[keyPath: time], .zero), .seconds(1_000_000_000))
        }
        return limits
    }
}
