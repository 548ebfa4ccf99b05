// Flags that several commands have, each with words of its own.
extension Flag {
    /// Where all chance comes from.
    static func seed(brief: String = "the number all chance comes from (1)", detail: String) -> Flag {
        .value(
            "seed", placeholder: "N", brief: brief,
            detail: "The number that everything random comes from, decimal or after 0x. " + detail,
            read: FlagValue.seed,
            apply: { options, seed in options.seed = seed }
        )
    }

    /// The picture's size.
    static func size(brief: String, detail: String) -> Flag {
        .value(
            "size", placeholder: "WxH", brief: brief, detail: detail,
            read: FlagValue.size,
            apply: { options, size in options.size = size }
        )
    }

    /// How many frames there are.
    static func frames(brief: String, detail: String, most: Int = 1_000_000) -> Flag {
        .value(
            "frames", short: "n", placeholder: "N", brief: brief, detail: detail,
            read: { (text) throws(FlagValue.Invalid) in try FlagValue.integer(text, in: 1...most) },
            apply: { options, count in options.frameLimit = count }
        )
    }

    /// How many frames make a second.
    static func framesPerSecond(detail: String) -> Flag {
        .value(
            "fps", short: "f", placeholder: "N", brief: "frames a second, 1 to 240 (60)", detail: detail,
            read: { (text) throws(FlagValue.Invalid) in try FlagValue.integer(text, in: 1...240) },
            apply: { options, count in options.framesPerSecond = count }
        )
    }

    /// A parameter's value.
    static func set(detail: String) -> Flag {
        .value(
            "set", short: "s", placeholder: "NAME=VALUE", brief: "set a parameter; may be repeated", detail: detail,
            read: FlagValue.setting,
            apply: { options, setting in options.settings.append(setting) }
        )
    }
}
