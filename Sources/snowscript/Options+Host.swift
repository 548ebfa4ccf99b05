import SnowHost

extension Command {
    /// The flags of everything that runs scripts: what they may use, and what they are lent.
    static let hostFlags: [Flag] = [
        .choice(
            "allow", placeholder: "IMPORT",
            brief: "grant an import; may be repeated", detail: "Grants an import to scripts whose header asks for it:",
            apply: { options, grant in options.grants.insert(grant) }
        ),
        .value(
            "memory", placeholder: "SIZE", brief: "Lua memory for each script (16M)",
            detail:
                "How much memory the Lua of each script may take: bytes, or a number with K, M or G. The default is 16M.",
            read: FlagValue.byteCount,
            apply: { options, count in options.memory = count }
        ),
        .value(
            "deadline", placeholder: "TIME", brief: "CPU time for each callback (100ms)",
            detail:
                "How much CPU time a callback may take, such as 50ms. The default is 100ms; loading and init have 1s.",
            read: FlagValue.duration,
            apply: { options, duration in options.deadline = duration }
        ),
        .value(
            "fuel", placeholder: "N", brief: "Lua instructions for each callback",
            detail: """
                How many instructions of Lua a callback may execute. By default they are not counted; counting slows a \
                script to about half its speed, and stops it at the same place in every run.
                """,
            read: { (text) throws(FlagValue.Invalid) in try FlagValue.integer(text, in: 1...Int.max) },
            apply: { options, count in options.fuel = count }
        ),
        .value(
            "flakes", placeholder: "N", brief: "the most flakes of each script",
            detail: """
                The most flakes of each script at once, in place of what its header says. A script that fills its scene \
                has as many.
                """,
            read: { (text) throws(FlagValue.Invalid) in try FlagValue.integer(text, in: 1...Limits.mostFlakes) },
            apply: { options, count in options.flakes = count }
        ),
        .toggle(
            "no-compile", brief: "call update for each flake",
            detail: """
                Calls the script's update for each flake instead of compiling it. The picture is the same, and comes more \
                slowly.
                """,
            apply: { $0.compilesUpdates = false }
        ),
        .toggle(
            "no-lockdown", brief: "do not restrict the process",
            detail: """
                Runs scripts without the second wall behind their sandbox. By default, on Linux, the process gives up rights \
                before it compiles a script: it can then read only beneath the scripts' folders, write no new file, and start \
                no program. Use this flag where a show needs more, for instance when a link is switched to another folder \
                while the script plays. doctor tells which walls the system offers.
                """,
            apply: { $0.locksDown = false }
        ).asSetting,
    ]
}

extension Options {
    /// What each script may use.
    var limits: Limits {
        var limits = Limits()
        limits.memory = memory ?? limits.memory
        limits.callback = deadline ?? limits.callback
        limits.loading = max(limits.loading, limits.callback)
        limits.fuel = fuel
        limits.population = flakes
        return limits
    }

    /// How a script is run: with seed 1, if none was given.
    var layer: Layer.Options {
        var layer = Layer.Options()
        layer.seed = seed ?? layer.seed
        layer.limits = limits
        layer.compilesUpdates = compilesUpdates
        return layer
    }

    /// What a script is lent beyond the standard imports; `input` is what was piped in.
    func linker(for script: Script, input: [UInt8]? = nil) -> Linker {
        var linker = Linker()
        linker.input = input
        for grant in grants { linker.grant(grant) }
        // Those that come with the program may know the time.
        if script.isBundled { linker.grant(.clock) }
        return linker
    }
}
