import Testing

@testable import SnowHost

@Suite struct ReloadPropertyTests {
    private static let broken = [
        "function frame( x", "error(\"no\")", "", "plugin { flaks = 3 } function frame() end", "x = = 1",
        "local t = nil t.x = 1 function frame() end",
    ]

    @Test(arguments: SavedFile.Style.allCases)
    func `any sequence of saves ends in the last good behaviour, with the same flakes alive`(
        style: SavedFile.Style
    ) throws {
        var random = SeededRandom(seed: UInt64(style.rawValue.count))
        let file = try SavedFile(ReloadingLayer.script(0), style: style)
        let player = try ReloadingLayer(file.path)
        let flakes = player.layer.scene.flakes.map(\.id)
        #expect(flakes.count == 20)
        // What may run: a good save that was overwritten before anybody looked may have been seen or not.
        var possible = [0]
        for version in 1...60 {
            let isGood = Bool.random(using: &random)
            let shape =
                [
                    "", "plugin { fields = { a = 1 } }", "plugin { flakes = 900, fields = { b = 2, a = 3 } }",
                    "plugin { flakes = 20 }",
                ].randomElement(using: &random) ?? ""
            let text =
                isGood
                ? ReloadingLayer.script(version, extra: shape)
                : (Self.broken.randomElement(using: &random) ?? "") + "\n-- \(version)"
            if isGood { possible.append(version) }
            file.save(text, pause: player.pass)
            // Some saves follow each other before anybody can have looked.
            let pause = [0, 4, 20, 60, 200, 700].randomElement(using: &random) ?? 0
            player.pass(.milliseconds(pause))
            if pause >= 60 {
                let present = try #require(player.version)
                #expect(isGood ? present == version : possible.contains(present))
                possible = [present]
                #expect(player.layer.scene.flakes.map(\.id) == flakes)
            }
            if pause == 700 { #expect((player.layer.reloadFailure == nil) == isGood) }
        }
        file.save(ReloadingLayer.script(100), pause: player.pass)
        player.pass(.milliseconds(60))
        #expect(player.version == 100 && player.layer.reloadFailure == nil)
        #expect(player.layer.trap == nil)
        #expect(player.layer.scene.flakes.map(\.id) == flakes)
    }
}
