import Testing

@testable import SnowHost

/// Files that a script requires are part of it.
@Suite struct RequiredFileTests {
    private static let script = "local m = require \"lib\"\nfunction frame() end\nfunction key() return m.version end"

    private func player(_ file: SavedFile) throws -> ReloadingLayer {
        file.write("return { version = 1 }", beside: "lib.lua")
        return try ReloadingLayer(file.path)
    }

    @Test func `a required file is watched as the script is`() throws {
        let file = try SavedFile("function frame() end")
        file.save(Self.script) { _ in }
        let player = try player(file)
        #expect(player.version == 1)
        file.write("return { version = 2 }", beside: "lib.lua")
        player.frame()
        #expect(player.version == 2)
        file.write("return { version = 2 }", beside: "lib.lua")
        player.pass(.milliseconds(600))
        #expect(player.reloads == 1)
    }

    @Test func `a required file that is broken is named, and its repair is seen`() throws {
        let file = try SavedFile(Self.script)
        let player = try player(file)
        file.write("return { version = }", beside: "lib.lua")
        player.pass(.milliseconds(400))
        #expect(player.layer.reloadFailure?.file == "\(file.folder)/lib.lua")
        #expect(player.layer.reloadFailure?.sourceLine == "return { version = }")
        #expect(player.version == 1)
        file.write("return { version = 3 }", beside: "lib.lua")
        player.pass(.milliseconds(60))
        #expect(player.version == 3 && player.layer.reloadFailure == nil)
    }

    @Test func `a file that only a broken save requires is watched as well`() throws {
        let file = try SavedFile("function frame() end")
        let player = try ReloadingLayer(file.path)
        file.save("local m = require \"new\"\nfunction frame() end\nfunction key() return m end", pause: player.pass)
        player.pass(.milliseconds(400))
        #expect(player.layer.reloadFailure?.message.contains("new") == true)
        file.write("return", beside: "new.lua")
        file.write("return 5", beside: "new.lua")
        player.pass(.milliseconds(60))
        #expect(player.version == 5 && player.layer.reloadFailure == nil)
    }

    @Test func `a file that is required only later is watched from then on`() throws {
        let file = try SavedFile("function frame() end\nfunction key() return require \"lib\" end")
        file.write("return 1", beside: "lib.lua")
        let player = try ReloadingLayer(file.path)
        #expect(player.version == 1)
        player.frame()
        file.write("return 2", beside: "lib.lua")
        player.pass(.milliseconds(60))
        #expect(player.version == 2)
    }

    @Test func `a file that was missed in a protected call is picked up when it comes`() throws {
        let file = try SavedFile(
            "local ok, m = pcall(require, \"lib\")\nfunction frame() end\nfunction key() return ok and m or 0 end")
        let player = try ReloadingLayer(file.path)
        #expect(player.version == 0)
        file.write("return 9", beside: "lib.lua")
        player.pass(.milliseconds(60))
        #expect(player.version == 9)
    }
}
