import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// `sprite` and `backdrop`, as scripts see them.
@Suite struct ImageImportTests {
    private static let header = "plugin { imports = { \"image\" } }\n"

    private static let images: [String: [UInt8]] = [
        "wide.png": PNGFile.plain(0xFFFF_8000, width: 8, height: 2),
        "deep/red.png": PNGFile.plain(0xFFFF_0000),
        "my flake.png": PNGFile.plain(0x8000_FF00, width: 3, height: 5),
        "notes.png": Array("some words".utf8),
        "short.png": Array(PNGFile.plain(0).prefix(50)),
        "large.png": PNGFile.plain(0xFFFF_FFFF, width: 200, height: 100),
    ]

    private static func transcript(_ script: String, limits: Limits = Limits()) throws -> [String] {
        try PictureFolder(header + script, images: images).transcript(limits: limits)
    }

    @Test func `a sprite tells its size, and one file makes one sprite`() throws {
        let lines = try Self.transcript(
            """
            local wide = sprite("wide.png")
            function init()
              print(wide.width, wide.height, wide, wide == sprite("wide.png"), sprite("deep/red.png") == wide)
              print(sprite("my flake.png"), type(wide), getmetatable(wide))
            end
            """)
        #expect(lines == ["8    2    sprite 8x2    true    false", "sprite 3x5    userdata    sprite"])
    }

    @Test func `a flake takes a sprite, its height follows the shape, and nil takes it away`() throws {
        let lines = try Self.transcript(
            """
            local wide = sprite("wide.png")
            function init()
              local f = spawn { sprite = wide, width = 12 }
              print(f.sprite == wide, f.height)
              f.width = 20
              print(f.height)
              f.height = 7
              print(f.height)
              f.height = nil
              f.sprite = nil
              print(f.sprite, f.height)
              f.sprite = sprite("my flake.png")
              print(f.sprite, f.height // 1)
            end
            """)
        #expect(lines == ["true    3.0", "5.0", "7.0", "nil    20.0", "sprite 3x5    33.0"])
    }

    @Test(arguments: [
        ("sprite()", "bad argument #1 to 'sprite' (string expected, got no value)"),
        ("sprite(3)", "bad argument #1 to 'sprite' (string expected, got number)"),
        ("sprite('none.png')", "image 'none.png' is not beside the script"),
        ("sprite('deep')", "image 'deep': this is a folder"),
        ("sprite('notes.png')", "image 'notes.png': expected a PNG file, got something else"),
        ("backdrop('notes.png')", "image 'notes.png': expected a PNG file, got something else"),
        ("sprite('short.png')", "image 'short.png': this PNG file is broken (read beyond end of data)"),
        ("sprite('../x.png')", "sprite takes the name of a PNG file beside the script, such as \"flake.png\""),
        ("sprite('/etc/passwd')", "sprite takes the name of a PNG file beside the script, such as \"flake.png\""),
        ("backdrop('')", "backdrop takes the name of a PNG file beside the script, such as \"flake.png\""),
        ("sprite('a\\0b')", "sprite takes the name of a PNG file beside the script, such as \"flake.png\""),
        ("sprite('deep/../wide.png')", "sprite takes the name of a PNG file beside the script, such as \"flake.png\""),
        ("sprite('outside.png')", "image 'outside.png' lies outside the script's folder"),
        ("backdrop()", "bad argument #1 to 'backdrop' (value expected)"),
        ("backdrop(true)", "bad argument #1 to 'backdrop' (string expected, got boolean)"),
        ("backdrop('wide.png', 3)", "bad argument #2 to 'backdrop' (table expected, got number)"),
        ("backdrop('wide.png', { fat = 1 })", "backdrop has no option 'fat'; it has fit"),
        (
            "backdrop('wide.png', { fit = 'cover' })",
            "bad value for 'fit' (one of \"fill\", \"fit\", \"stretch\", \"tile\" expected)"
        ),
        ("spawn { sprite = 'wide.png' }", "bad value for 'sprite' (what sprite(file) returns expected, got string)"),
        ("spawn().sprite = spawn()", "bad value for 'sprite' (what sprite(file) returns expected, got flake)"),
        ("spawn():animate { sprite = sprite('wide.png') }", "'sprite' cannot be animated"),
        ("print(sprite('wide.png').size)", "a sprite has no 'size'; it has: width height"),
        ("sprite('wide.png').width = 3", "a sprite is read only"),
    ])
    func `what is wrong is said in a sentence`(call: String, words: String) throws {
        let folder = try PictureFolder(Self.header + "function init() \(call) end", images: Self.images)
        symlink("/etc/passwd", "\(folder.folder.path)/outside.png")
        defer { unlink("\(folder.folder.path)/outside.png") }
        #expect(folder.transcript() == [words])
    }

    @Test func `a broken file can be caught, and costs nothing but the call`() throws {
        let lines = try Self.transcript(
            """
            local fine, words = pcall(sprite, "short.png")
            function init() print(fine, sprite("wide.png").width) end
            """)
        #expect(lines == ["false    8"])
    }

    @Test func `the images of a script are bounded in bytes and number`() throws {
        var limits = Limits()
        limits.imageBytes = 60_000
        #expect(
            try Self.transcript("function init() sprite('large.png') end", limits: limits) == [
                "image 'large.png': no room for 200 × 100 pixels; the images of a script take 60000 bytes at most"
            ])
        limits.imageBytes = 81_000
        #expect(
            try Self.transcript(
                "function init() print(sprite('large.png'), sprite('large.png')) backdrop('large.png') end",
                limits: limits) == ["sprite 200x100    sprite 200x100"])
        limits.images = 1
        #expect(
            try Self.transcript("function init() sprite('wide.png') sprite('deep/red.png') end", limits: limits) == [
                "image 'deep/red.png': a script may have 1 images"
            ])
    }

    @Test func `without a grant, and without asking for it, there are no images`() throws {
        let asking = try PictureFolder(Self.header + "function init() end", images: Self.images)
        let trap = #expect(throws: Trap.self) { _ = try asking.layer(isGranted: false) }
        #expect(
            trap?.message == "import 'image' is not granted; --allow image grants it, and Linker.grant in a program")
        let silent = try PictureFolder("function init() backdrop('wide.png') end", images: Self.images)
        let layer = try silent.layer()
        layer.step(seconds: 0)
        #expect(layer.trap?.message.hasSuffix("name it in the header to use it: imports = { \"image\" }") == true)
    }

    @Test func `images from memory are granted by giving them, and no file is read for them`() throws {
        let image = try Image(width: 2, height: 1, pixels: [0xFFFF_FFFF, 0xFF00_0000])
        let source =
            Self.header + """
                local flake = sprite("flake.png")
                backdrop("flake.png", { fit = "tile" })
                function init() spawn { sprite = flake, x = 3 } end
                function key() sprite("wide.png") end
                """
        let module = try Module(source: source, name: "given.lua", images: ["flake.png": image])
        let layer = try Layer(module: module, width: 80, height: 48)
        layer.step(seconds: 0)
        #expect(layer.scene.flakes.map { $0.sprite === image } == [true])
        #expect(layer.scene.backdrop == Backdrop(image, fit: .tile))
        layer.press(key: "a")
        layer.step(seconds: 0)
        #expect(layer.trap?.message == "image 'wide.png' is not among those that the host gave: flake.png")
    }

    @Test func `a backdrop is laid by name and taken away by nil`() throws {
        let folder = try PictureFolder(
            Self.header + """
                function init() backdrop("wide.png") end
                function key(name)
                  if name == "f" then backdrop("deep/red.png", { fit = "fit" }) else backdrop(nil) end
                end
                """, images: Self.images)
        let layer = try folder.layer()
        #expect(layer.scene.backdrop == nil)
        layer.step(seconds: 0)
        #expect(layer.scene.backdrop?.image.width == 8 && layer.scene.backdrop?.fit == .fill)
        layer.press(key: "f")
        layer.step(seconds: 0)
        #expect(layer.scene.backdrop?.image.width == 4 && layer.scene.backdrop?.fit == .fit)
        layer.press(key: "n")
        layer.step(seconds: 0)
        #expect(layer.scene.backdrop == nil)
        #expect(layer.trap == nil)
    }

    @Test func `a program may give flakes pictures of its own`() throws {
        let scene = Scene(capacity: 4, width: 80, height: 48, seed: 1)
        let image = try Image(width: 1, height: 3, pixels: [0, 0, 0xFFFF_FFFF])
        let id = try #require(scene.spawn())
        #expect(scene.setSprite(image, for: id))
        #expect(scene.flakes.map(\.height) == [3])
        #expect(scene.flakes.map { $0.sprite === image } == [true])
        #expect(scene.setSprite(nil, for: id))
        #expect(scene.flakes.map(\.height) == [1])
        scene.remove(id, because: .removed)
        #expect(!scene.setSprite(image, for: id))
    }
}
