/// A script that is part of the program.
struct BundledScript: Sendable {
    let name: String
    let source: [UInt8]

    /// All of them, the one that plays by default first. The folder `scripts` holds the same ones; a test compares.
    static let all: [BundledScript] = [
        BundledScript(name: "snowfall", source: PackageResources.snowfall_lua),
        BundledScript(name: "falling", source: PackageResources.falling_lua),
        BundledScript(name: "snowfallview", source: PackageResources.snowfallview_lua),
        BundledScript(name: "settle", source: PackageResources.settle_lua),
    ]

    /// The script called `name`.
    static func named(_ name: String) -> BundledScript? {
        all.first { $0.name == name }
    }
}
