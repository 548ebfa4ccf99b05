import Testing

@testable import SnowHost

@Suite struct GroundBindingTests {
    @Test(
        arguments: [
            ScriptCase("function init() print(ground(3), ground(3, 7)) end", "48.0    48.0"),
            ScriptCase("print(ground(3)) function init() end", "48.0"),
            ScriptCase(
                """
                function init()
                  local flake = spawn { x = 10, y = 48, width = 6 }
                  settle(flake)
                  print(flake.alive, scene.count, ground(10) < 47, ground(30), scene.snow > 28)
                end
                function removed(flake, why) print(flake.x, why) flake:settle() end
                """, "false    0    true    48.0    true", "10.0    settled"),
            ScriptCase(
                """
                function init() spawn { x = 10, y = 40, speed = 100 } spawn { x = 12, y = 1 } end
                function update(flake) if flake.y >= ground(flake.x, flake.y) then flake:settle() end end
                function key() end
                function frame() print(scene.count, scene.snow > 0) end
                """, "2    false", "2    false", "2    false", "1    true", frames: 4),
            ScriptCase(
                """
                snowpack { settle = true }
                function init() spawn { x = 10, y = 47, speed = 100 } end
                function removed(_, why) print(why) end
                """, "settled", frames: 3),
            ScriptCase(
                """
                function init()
                  print(scenery("####\\n#", { x = 10, align = "left" }))
                  print(ground(9), ground(10.5), ground(12.5), ground(12.5, 46.5))
                  print(scenery("##", { x = 20, y = 10, align = "right" }))
                  print(ground(12), ground(20.5), ground(20.5, 12))
                  print(scenery(""))
                  print(ground(20))
                end
                """, "4.0    4.0", "48.0    44.0    44.0    48.0", "2.0    2.0", "48.0    8.0    48.0", "0.0    0.0",
                "48.0"),
            ScriptCase(
                """
                function init()
                  settle(spawn { x = 10, y = 48, width = 8 })
                  snowpack { melt = 1000 }
                end
                function frame() print(scene.snow > 0) end
                """, "true", "false", frames: 2),
        ])
    func `scripts ask and change the ground`(example: ScriptCase) {
        #expect(example.transcript == example.lines)
    }

    @Test(
        arguments: [
            ScriptCase("function init() ground() end", "bad argument #1 to 'ground' (number expected, got no value)"),
            ScriptCase("function init() ground(1, {}) end", "bad argument #2 to 'ground' (number expected, got table)"),
            ScriptCase("function init() settle(1) end", "bad argument #1 to 'settle' (flake expected, got number)"),
            ScriptCase(
                "function init() local flake = spawn() flake:settle() flake:settle() end", "this flake has been removed"
            ),
            ScriptCase(
                "function init() snowpack() end", "bad argument #1 to 'snowpack' (table expected, got no value)"),
            ScriptCase(
                "function init() snowpack { metl = 1 } end",
                "snowpack has no option 'metl'; it has slope, melt, blow, depth, color and settle"),
            ScriptCase("function init() snowpack { melt = -1 } end", "bad value for 'melt' (0 or more expected)"),
            ScriptCase("function init() snowpack { blow = 0/0 } end", "bad value for 'blow' (a number expected)"),
            ScriptCase(
                "function init() snowpack { slope = 'a' } end", "bad value for 'slope' (number expected, got string)"),
            ScriptCase(
                "function init() snowpack { settle = 1 } end", "bad value for 'settle' (boolean expected, got number)"),
            ScriptCase(
                "function init() snowpack { color = -1 } end", "bad value for 'color' (0x000000 to 0xFFFFFF expected)"),
            ScriptCase("function init() scenery() end", "bad argument #1 to 'scenery' (string expected, got no value)"),
            ScriptCase(
                "function init() scenery('a', { z = 1 }) end", "scenery has no option 'z'; it has x, y and align"),
            ScriptCase(
                "function init() scenery(('a'):rep(1 << 20) .. 'a') end",
                "scenery takes at most 1048576 bytes, got 1048577"),
            ScriptCase(
                "scenery('a') function init() end", "scenery works from init on, not while the script is loaded"),
        ])
    func `what is wrong is said`(example: ScriptCase) {
        #expect(example.transcript == example.lines.map { "test.lua:1: " + $0 })
    }

    @Test func `snow, letters and what was said of them outlive a save, and a save can say more`() throws {
        let layer = try makeLayer(
            """
            function init()
              scenery("###")
              snowpack { melt = 0.1, slope = 1 }
              settle(spawn { x = 20, y = 48, width = 8 })
            end
            """)
        layer.step(seconds: 0.01)
        let snow = layer.scene.ground.volume
        #expect(snow > 40)
        let text = "plugin { flakes = 7 }\nsnowpack { slope = 2 }\nfunction init() end"
        try layer.reload(module: try Module(source: text, name: "test.lua"))
        layer.step(seconds: 0)
        #expect(layer.scene.ground.volume == snow)
        #expect(layer.scene.ground.snowpack.melt == 0.1 && layer.scene.ground.snowpack.slope == 2)
        #expect(layer.scene.ground.scenery?.text.columns == 3)
        try layer.restart()
        #expect(layer.scene.ground.volume == 0 && layer.scene.ground.scenery == nil)
        #expect(layer.scene.ground.snowpack.melt == 0)
    }

    @Test func `what the host puts there comes back when a script begins from nothing`() throws {
        let layer = try makeLayer("function frame() print(ground(40)) end")
        layer.setScenery(text: Array("#".utf8))
        layer.step(seconds: 0)
        try layer.restart()
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == ["46.0"])
        layer.setScenery(text: [])
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines.last == "48.0")
    }

    @Test func `the text that was piped in is given to whom it is granted`() {
        var linker = Linker()
        linker.input = Array("héllo\nworld\u{1B}[0m".utf8) + [0, 0xFF]
        linker.grant(.stdin)
        let source = "plugin { imports = { 'stdin' } } function init() print(#stdin(), stdin():byte(-1)) end"
        #expect(transcript(of: source, linker: linker) == ["18    255"])
        var empty = Linker()
        empty.grant(.stdin)
        #expect(
            transcript(of: source.replacing("#stdin(), stdin():byte(-1)", with: "stdin()"), linker: empty) == ["nil"])
    }

    @Test func `in a view of its own units a cell is as many units high as it is`() throws {
        let layer = try makeLayer(
            "plugin { view = { width = 160 } } function frame() print(scene.height, ground(80), ground(10)) end")
        layer.setScenery(text: Array("####\n####".utf8))
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == ["96.0    88.0    96.0"])
    }
}
