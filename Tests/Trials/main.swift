// A program that embeds the host, for tests of what it may do to the whole process. Its first argument names the trial.

let trials: [String: ([String]) throws -> Void] = [
    "deadline": DeadlineTrial.run, "fault": FaultTrial.run, "locale": LocaleTrial.run,
    "lockdown": LockdownTrial.run, "signals": SignalTrial.run,
]
guard let name = CommandLine.arguments.dropFirst().first, let trial = trials[name] else {
    fatalError("expected one of \(trials.keys.sorted())")
}
try trial(Array(CommandLine.arguments.dropFirst(2)))
