// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Inputs of the fuzzer, which tests replay.
let corpora = ["input", "png", "script", "settings", "text"].map { "Corpus/\($0)" }

let package = Package(
    name: "snowscript",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "SnowHost", targets: ["SnowHost"]),
        .executable(name: "snowscript", targets: ["snowscript"]),
    ],
    targets: [
        .systemLibrary(
            name: "LibLua",
            path: "Sources/CLua/LibLua",
            pkgConfig: "lua5.4",
            providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]
        ),
        .target(name: "CLua", dependencies: ["LibLua"], exclude: ["LibLua"]),
        .systemLibrary(
            name: "LibPNG",
            path: "Sources/SnowHost/Image/LibPNG",
            pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
        ),
        .systemLibrary(
            name: "LibZ",
            path: "Sources/SnowHost/Render/LibZ",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        // Optional. Without providers SwiftPM does not warn where libseccomp is missing; the seccomp wall is left out.
        .systemLibrary(name: "LibSeccomp", path: "Sources/CLockdown/LibSeccomp", pkgConfig: "libseccomp"),
        .target(
            name: "CLockdown",
            dependencies: [.target(name: "LibSeccomp", condition: .when(platforms: [.linux]))],
            exclude: ["LibSeccomp"]
        ),
        .target(
            name: "SnowHost", dependencies: ["CLua", "CLockdown", "LibPNG", "LibZ"],
            exclude: ["Image/LibPNG", "Render/LibZ"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "snowscript",
            dependencies: ["SnowHost"],
            resources: [.embedInCode("Bundled"), .embedInCode("Start")],
            swiftSettings: swiftSettings
        ),
        // A terminal emulator for the tests only. No pkg-config name: a machine without libvterm
        // builds the library and the command in silence.
        .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
        .executableTarget(
            name: "bench", dependencies: ["SnowHost"], path: "Tests/Bench", exclude: ["Peers"],
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "trials", dependencies: ["SnowHost"], path: "Tests/Trials", swiftSettings: swiftSettings),
        .testTarget(
            name: "SnowscriptTests",
            dependencies: ["SnowHost", "snowscript", "trials", "CVTerm"],
            path: "Tests",
            exclude: ["Bench", "CVTerm", "Fuzz", "Golden", "Lockdown/absent.c", "Lockdown/probe.c", "Trials"] + corpora,
            swiftSettings: swiftSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Built by tools/fuzz, which knows where libFuzzer is.
if Context.environment["SNOWSCRIPT_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["SnowHost", "CFuzzer"], path: "Tests/Fuzz",
            exclude: ["CFuzzer", "Command/main.swift"],
            resources: [.embedInCode("Command/Bundled"), .embedInCode("Command/Start")],
            swiftSettings: swiftSettings),
    ]
}
