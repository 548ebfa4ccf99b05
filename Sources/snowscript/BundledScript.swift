import SnowHost

/// A script that is part of the program.
struct BundledScript: Sendable {
    /// A PNG file that is part of it.
    struct Picture: Sendable {
        let name: String
        let bytes: [UInt8]
    }

    let name: String
    let source: [UInt8]
    var pictures: [Picture] = []

    /// All of them, the one that plays by default first. The folder `scripts` holds the same ones; a test compares.
    static let all: [BundledScript] = [
        BundledScript(name: "snowfall", source: PackageResources.snowfall_lua),
        BundledScript(
            name: "falling", source: PackageResources.falling_lua,
            pictures: [
                Picture(name: "flake.png", bytes: PackageResources.flake_png),
                Picture(name: "dusk.png", bytes: PackageResources.dusk_png),
            ]),
        BundledScript(
            name: "snowfallview", source: PackageResources.snowfallview_lua,
            pictures: [Picture(name: "crystal.png", bytes: PackageResources.crystal_png)]),
        BundledScript(name: "blizzard", source: PackageResources.blizzard_lua),
        BundledScript(name: "settle", source: PackageResources.settle_lua),
        BundledScript(name: "rain", source: PackageResources.rain_lua),
        BundledScript(
            name: "leaves", source: PackageResources.leaves_lua,
            pictures: [Picture(name: "leaf.png", bytes: PackageResources.leaf_png)]),
        BundledScript(name: "embers", source: PackageResources.embers_lua),
        BundledScript(name: "fireflies", source: PackageResources.fireflies_lua),
        BundledScript(name: "fireworks", source: PackageResources.fireworks_lua),
        BundledScript(name: "starfield", source: PackageResources.starfield_lua),
        BundledScript(
            name: "bubbles", source: PackageResources.bubbles_lua,
            pictures: [Picture(name: "bubble.png", bytes: PackageResources.bubble_png)]),
        BundledScript(name: "confetti", source: PackageResources.confetti_lua),
        BundledScript(name: "matrix", source: PackageResources.matrix_lua),
        BundledScript(name: "windgarden", source: PackageResources.windgarden_lua),
        BundledScript(name: "newyear", source: PackageResources.newyear_lua),
    ]

    /// The files of all of them: the scripts as `name.lua`, and their pictures.
    static func file(named name: String) -> [UInt8]? {
        for script in all {
            if name == script.name + ".lua" { return script.source }
            if let picture = script.pictures.first(where: { $0.name == name }) { return picture.bytes }
        }
        return nil
    }

    /// The pictures, decoded, by their names.
    func images() throws(ImageError) -> [String: Image] {
        var images: [String: Image] = [:]
        for picture in pictures { images[picture.name] = try Image(png: picture.bytes) }
        return images
    }

    /// The script called `name`.
    static func named(_ name: String) -> BundledScript? {
        all.first { $0.name == name }
    }
}
