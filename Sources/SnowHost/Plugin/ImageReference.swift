/// What the reference says of sprites and backdrops.
package enum ImageReference {
    static let sprite = ReferenceEntry.function(
        "sprite", [ReferenceEntry.Value("file", "string", "such as `\"flake.png\"`")],
        gives: [ReferenceEntry.Value("", "Sprite", "with its `width` and `height`")],
        about:
            "Gives the picture of a PNG file below the script's folder, to draw flakes from: `flake.sprite = sprite(\"flake.png\")`.",
        details: [
            "A flake's `color` tints its picture, and white leaves it as it is. One file makes one sprite, however often it is asked for."
        ],
        errors: [
            "the file is not there, no PNG file or a broken one, has more than 16 million pixels, or all images take more than 64 MiB"
        ])

    static let backdrop = ReferenceEntry.function(
        "backdrop",
        [
            ReferenceEntry.Value("file", "string|nil", "nil for none"),
            ReferenceEntry.Value("options", "BackdropOptions", isOptional: true),
        ],
        about: "Lays the picture of a PNG file behind the flakes of all scripts.",
        details: ["Without colours (`--color none`) it is not shown."],
        errors: ["as those of `sprite`"])

    /// The fields of a sprite.
    package static let spriteFields: [ReferenceEntry] = [
        .value("width", "integer", unit: "pixels", isReadOnly: true, about: "of the picture"),
        .value("height", "integer", unit: "pixels", isReadOnly: true, about: "of the picture"),
    ]

    /// Keys of the table that `backdrop` takes.
    package static let backdropOptions: [ReferenceEntry] = [
        .value(
            "fit", ImageFit.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|"), initial: "\"fill\"",
            about:
                "how it is laid: `fill` covers all and cuts off the rest, `fit` shows all of it, `stretch` gives up its shape, `tile` repeats it, a unit for a pixel"
        )
    ]
}
