import Testing

@testable import SnowHost

/// Saves as editors make them.
@Suite struct SaveStyleTests {
    @Test(arguments: SavedFile.Style.allCases)
    func `each save is one good reload, and the running script never goes away`(style: SavedFile.Style) throws {
        let file = try SavedFile(ReloadingLayer.script(0), style: style)
        let player = try ReloadingLayer(file.path)
        let flakes = player.layer.scene.flakes.map(\.id)
        for version in 1...50 {
            file.save(ReloadingLayer.script(version), pause: player.pass)
            player.pass(.milliseconds(60))
            #expect(player.version == version)
            #expect(player.reloads == version)
            player.pass(.milliseconds(350))
            #expect(player.reloads == version && player.refusals == 0)
            #expect(player.layer.trap == nil && player.layer.reloadFailure == nil)
        }
        #expect(player.layer.scene.flakes.map(\.id) == flakes)
    }

    @Test(arguments: [SavedFile.Style.inPlace, .renamed, .backupDance, .swappedLink, .swappedFolderLink])
    func `a whole file is taken in the very next frame`(style: SavedFile.Style) throws {
        let file = try SavedFile(ReloadingLayer.script(0), style: style)
        let player = try ReloadingLayer(file.path)
        for version in 1...5 {
            player.pass(.milliseconds(100))
            file.save(ReloadingLayer.script(version), pause: player.pass)
            player.frame()
            #expect(player.version == version)
        }
    }

    @Test(arguments: SavedFile.Style.allCases)
    func `where no events come, saves are seen all the same`(style: SavedFile.Style) throws {
        let file = try SavedFile(ReloadingLayer.script(0), style: style)
        let player = try ReloadingLayer(file.path, usesEvents: false)
        for version in 1...3 {
            file.save(ReloadingLayer.script(version), pause: player.pass)
            player.pass(.milliseconds(540))
            #expect(player.version == version)
        }
        #expect(player.refusals == 0)
    }

    @Test(arguments: SavedFile.Style.allCases)
    func `the same content is no reload`(style: SavedFile.Style) throws {
        let file = try SavedFile(ReloadingLayer.script(0), style: style)
        let player = try ReloadingLayer(file.path)
        for _ in 1...5 {
            file.save(ReloadingLayer.script(0), pause: player.pass)
            player.pass(.milliseconds(400))
            file.touch()
            player.pass(.milliseconds(600))
        }
        #expect(player.reloads == 0 && player.refusals == 0)
    }

    @Test(arguments: SavedFile.Style.allCases)
    func `a broken save is told once, after a grace, and a good one puts all right`(style: SavedFile.Style) throws {
        let file = try SavedFile(ReloadingLayer.script(0), style: style)
        let player = try ReloadingLayer(file.path)
        for number in 1...4 {
            file.save("function frame()\n  local x = = \(number)\nend", pause: player.pass)
            player.pass(.milliseconds(240))
            #expect(player.layer.reloadFailure == nil)
            #expect(player.version == number - 1)
            player.pass(.milliseconds(100))
            let failure = try #require(player.layer.reloadFailure)
            #expect(failure.line == 2 && failure.reason == .syntax && failure.file == file.path)
            player.pass(.milliseconds(1500))
            #expect(player.refusals == number)
            #expect(player.version == number - 1)
            file.save(ReloadingLayer.script(number), pause: player.pass)
            player.pass(.milliseconds(60))
            #expect(player.layer.reloadFailure == nil && player.version == number)
        }
    }

    @Test func `an undone change takes the complaint away without a reload`() throws {
        let file = try SavedFile(ReloadingLayer.script(0))
        let player = try ReloadingLayer(file.path)
        file.save("nonsense(", pause: player.pass)
        player.pass(.milliseconds(400))
        #expect(player.layer.reloadFailure != nil)
        file.save(ReloadingLayer.script(0), pause: player.pass)
        player.pass(.milliseconds(60))
        #expect(player.layer.reloadFailure == nil && player.reloads == 0)
    }

    @Test func `a script that is gone is told after a grace, and goes on`() throws {
        let file = try SavedFile(ReloadingLayer.script(0))
        let player = try ReloadingLayer(file.path)
        file.remove("snow.lua")
        player.pass(.milliseconds(400))
        #expect(player.layer.reloadFailure?.description == "\(file.path): no such file")
        #expect(player.version == 0)
        file.save(ReloadingLayer.script(1), pause: player.pass)
        player.pass(.milliseconds(60))
        #expect(player.version == 1 && player.layer.reloadFailure == nil)
    }

    @Test func `a save between loading and watching is not missed`() throws {
        let file = try SavedFile(ReloadingLayer.script(0))
        let layer = try Layer(module: try Module(file: file.path), width: 80, height: 48)
        file.save(ReloadingLayer.script(1)) { _ in }
        let reloader = try #require(Reloader(layer: layer))
        #expect(reloader.poll(now: .zero) == .reloaded)
        #expect(reloader.poll(now: .milliseconds(16)) == .nothing)
    }

    @Test func `a layer without a file has nothing to watch`() throws {
        #expect(Reloader(layer: try makeLayer("function frame() end")) == nil)
    }
}
