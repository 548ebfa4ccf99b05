import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Images that are saved while the script plays.
@Suite struct ImageReloadTests {
    private static let red = PNGFile.plain(0xFFFF_0000, width: 4, height: 4)
    private static let blue = PNGFile.plain(0xFF00_00FF, width: 4, height: 8)

    /// A script with an image that is watched with it, and time that passes only when it is told.
    private final class Player {
        let pictures: PictureFolder
        let layer: Layer
        let reloader: Reloader
        private var now = Duration.zero

        init(_ script: String, images: [String: [UInt8]] = ["a.png": ImageReloadTests.red]) throws {
            pictures = try PictureFolder("plugin { imports = { \"image\" } }\n" + script, images: images)
            layer = try pictures.layer()
            reloader = try #require(Reloader(layer: layer))
            pass(.milliseconds(40))
        }

        func pass(_ time: Duration) {
            let end = now + time
            while now < end {
                now += .milliseconds(4)
                _ = reloader.poll(now: now)
                layer.step(seconds: 0.004)
            }
        }

        func save(_ bytes: [UInt8], as name: String) throws {
            try pictures.folder.write(bytes, to: name)
            pass(.milliseconds(100))
        }

        func save(script: String) throws {
            try save(Array(("plugin { imports = { \"image\" } }\n" + script).utf8), as: "main.lua")
        }

        /// The colours of the pictures that flakes have, and their heights.
        var flakes: [String] {
            layer.scene.flakes.map { flake in
                let color = (flake.sprite?.pixels.first ?? 0) & 0xFF_FFFF
                return "\(String(color, radix: 16)) \(flake.height)"
            }
        }

        var backdrop: UInt32? { layer.scene.backdrop?.image.pixels.first.map { $0 & 0xFF_FFFF } }
    }

    @Test func `a saved image is on the flakes in the air with the next frame, like a saved script`() throws {
        for script in [
            "local a = sprite('a.png')\nfunction init() spawn { sprite = a, y = 9, width = 2 } end",
            "function init() spawn { sprite = sprite('a.png'), y = 9, width = 2 } end",
        ] {
            let player = try Player(script)
            #expect(player.flakes == ["ff0000 2.0"])
            try player.save(Self.blue, as: "a.png")
            #expect(player.flakes == ["ff 4.0"])
            #expect(player.layer.reloadCount == 1)
            player.pass(.milliseconds(1500))
            #expect(player.layer.reloadCount == 1)
        }
    }

    @Test func `a broken image is refused as a broken script is, and its repair is seen`() throws {
        for script in [
            "local a = sprite('a.png')\nfunction init() spawn { sprite = a, y = 9, width = 2 } end",
            "function init() spawn { sprite = sprite('a.png'), y = 9, width = 2 } end",
        ] {
            let player = try Player(script)
            try player.save(Array(Self.blue.prefix(40)), as: "a.png")
            player.pass(.milliseconds(400))
            #expect(player.layer.reloadFailure?.message.contains("image 'a.png': this PNG file is broken") == true)
            #expect(player.flakes == ["ff0000 2.0"])
            try player.save(Self.blue, as: "a.png")
            #expect(player.layer.reloadFailure == nil)
            #expect(player.flakes == ["ff 4.0"])
        }
    }

    @Test func `flakes keep their pictures when the text changes, whatever order it asks for them in`() throws {
        let images = ["a.png": Self.red, "b.png": Self.blue]
        let player = try Player(
            """
            local a, b = sprite('a.png'), sprite('b.png')
            function init() spawn { sprite = a, y = 9 } spawn { sprite = b, y = 9 } end
            """, images: images)
        let before = player.layer.scene.flakes.compactMap(\.sprite)
        try player.save(script: "local b = sprite('b.png')\nfunction key() return b.height end")
        #expect(player.flakes == ["ff0000 1.0", "ff 2.0"])
        // Unchanged files are not decoded again.
        #expect(zip(before, player.layer.scene.flakes.compactMap(\.sprite)).allSatisfy { $0 === $1 })
        try player.save(
            script:
                "function key() for f in flakes() do state.n = (state.n or 0) + f.sprite.height end return state.n end")
        #expect(player.layer.instance.call(.key)?.first == .integer(12))
    }

    @Test func `the backdrop of the text is the text's, that of a callback stays`() throws {
        let player = try Player("backdrop('a.png')\nfunction frame() end")
        #expect(player.backdrop == 0xFF0000)
        try player.save(Self.blue, as: "a.png")
        #expect(player.backdrop == 0xFF)
        try player.save(script: "function init() end")
        #expect(player.backdrop == nil)

        let other = try Player("function init() backdrop('a.png') end")
        try other.save(script: "function init() backdrop(nil) end function frame() end")
        #expect(other.backdrop == 0xFF0000)
        try other.save(Self.blue, as: "a.png")
        #expect(other.backdrop == 0xFF)
        try other.layer.restart()
        #expect(other.backdrop == nil)
    }

    @Test func `an image that is missing is waited for, and one that goes leaves its picture`() throws {
        let player = try Player(
            "local fine = pcall(backdrop, 'late.png')\nfunction key() return fine end")
        #expect(player.layer.instance.call(.key)?.first == .boolean(false))
        try player.save(Self.blue, as: "late.png")
        #expect(player.layer.instance.call(.key)?.first == .boolean(true) && player.backdrop == 0xFF)

        let other = try Player("function init() spawn { sprite = sprite('a.png'), y = 9 } end")
        unlink("\(other.pictures.folder.path)/a.png")
        other.pass(.milliseconds(700))
        #expect(other.flakes == ["ff0000 1.0"])
        #expect(other.layer.reloadFailure == nil)
    }

    @Test func `many saves leave one image`() throws {
        let player = try Player("local a = sprite('a.png')\nfunction init() spawn { sprite = a, y = 9 } end")
        for round in 0..<20 {
            try player.save(round % 2 == 0 ? Self.blue : Self.red, as: "a.png")
            try player.save(Self.red, as: "n\(round).png")
            try player.save(script: "local n = sprite('n\(round).png')\nfunction frame() end -- \(round)")
        }
        #expect(player.layer.scene.columns.pictures.sprites.count <= 3)
        #expect(player.flakes == ["ff0000 1.0"])
    }
}
