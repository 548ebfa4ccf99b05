import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One figure of the bench: what it is, what it came to, and what it should be.
struct Figure {
    let name: String
    /// Medians of the samples.
    let value: Double
    let unit: String
    /// The most it should be; nil for a peer, or where there is no goal.
    var goal: Double?

    /// A line of the table.
    var line: String {
        let shown = pad(name, 52) + pad(left: Self.text(value), 10) + " " + pad(unit, 12)
        guard let goal else { return shown }
        return shown + (value <= goal ? "ok    " : "OVER  ") + "goal \(Self.text(goal))"
    }

    private static func text(_ value: Double) -> String {
        let digits = value < 10 ? 100.0 : value < 100 ? 10 : 1
        let rounded = (value * digits).rounded() / digits
        return rounded == rounded.rounded() && digits == 1 ? String(Int(rounded)) : String(rounded)
    }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func pad(left text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}

enum Measurement {
    /// The middle one of the samples.
    static func median(_ samples: [Double]) -> Double {
        let sorted = samples.sorted()
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// Median seconds of CPU time of `body` over `count` runs, after one that does not count. Not wall time: what
    /// else the machine does would be in it.
    static func seconds(count: Int = 15, _ body: () throws -> Void) rethrows -> Double {
        try body()
        var samples: [Double] = []
        for _ in 0..<count {
            let start = cpuSeconds()
            try body()
            samples.append(cpuSeconds() - start)
        }
        return median(samples)
    }

    /// CPU time that this thread has taken so far.
    static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// CPU time of a process; not a number where the system does not tell.
    static func cpuSeconds(of process: pid_t) -> Double {
        #if canImport(Glibc)
            var clock = clockid_t()
            var time = timespec()
            guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .nan }
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        #else
            return .nan
        #endif
    }

    /// How often the threads of a process have gone to sleep, and so were woken; 0 where the system does not tell.
    static func sleeps(of process: pid_t) -> Int {
        let threads = FileSystem.names(in: "/proc/\(process)/task").filter { !$0.hasPrefix(".") }
        return threads.reduce(0) { sum, thread in
            let status = (try? FileSystem.read("/proc/\(process)/task/\(thread)/status", limit: 1 << 16)) ?? []
            let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first {
                $0.hasPrefix("voluntary_ctxt_switches:")
            }
            return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
    }
}
