#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The date and time of day, in the zone of the machine.
struct WallClock {
    let year: Int
    /// 1…12.
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    /// With its fraction.
    let second: Double

    /// This moment.
    static func now() -> WallClock {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        localtime_r(&time.tv_sec, &parts)
        return WallClock(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min),
            second: Double(parts.tm_sec) + Double(time.tv_nsec) / 1e9)
    }
}
