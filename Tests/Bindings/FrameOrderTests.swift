import Testing

@testable import SnowHost

@Suite struct FrameOrderTests {
    private static let logger = """
        function init() print("init", scene.frame) a = spawn { y = 1, speed = 1, life = 0.12 } end
        function resize(w, h) print("resize", w, h, scene.width, scene.height) end
        function key(name) print("key", name) end
        function mouse(x, y, button) print("mouse", x, y, button) end
        function frame(dt, t) print("frame", dt, t, a.alive and a.y) end
        function update(f, dt, t)
          print("update", dt, t)
          f:animate { x = 5, duration = 0, done = function(f) print("done", f.x) end }
        end
        function removed(f, why) print("removed", why, f.y > 1) end
        """

    @Test func `a frame runs its callbacks in the order that is promised`() throws {
        let layer = try makeLayer(Self.logger)
        layer.step(seconds: 0.1)
        layer.press(key: "a")
        layer.point(x: 1, y: 2, button: "left")
        layer.resize(width: 40, height: 24)
        layer.press(key: "b")
        layer.resize(width: 50, height: 30)
        layer.step(seconds: 0.1)
        #expect(
            layer.instance.log.lines.map { $0.replacing("    ", with: " ") } == [
                "init 0", "frame 0.1 0.1 1.0", "update 0.1 0.1", "done 5.0",
                "resize 50.0 30.0 50.0 30.0", "key a", "mouse 1.0 2.0 left", "key b",
                "frame 0.1 0.2 \(Double(Float(1.1)))".replacing("1.100000023841858", with: "1.1000000238419"),
                "update 0.1 0.2", "done 5.0", "removed life true",
            ])
        #expect(layer.trap == nil)
    }

    @Test func `a flood of keys is cut off, and a resize is not`() throws {
        let layer = try makeLayer("keys = 0 function key() keys = keys + 1 end function resize() print('resize') end")
        layer.step(seconds: 0)
        for _ in 0..<5000 { layer.press(key: "a") }
        layer.resize(width: 10, height: 10)
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == ["resize"])
        let counter = try makeLayer("keys = 0 function key() keys = keys + 1 return keys end")
        for _ in 0..<5000 { counter.press(key: "a") }
        counter.step(seconds: 0)
        #expect(counter.instance.call(.key) == [.integer(1001)])
    }

    @Test func `the first size is no resize`() throws {
        let layer = try makeLayer("function resize() print('heard') end")
        layer.resize(width: 10, height: 10)
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == [])
        #expect(layer.scene.width == 10)
    }

    @Test func `a view of a stated width keeps it, and its height follows the shape`() throws {
        let layer = try makeLayer("plugin { view = { width = 320 } } function resize(w, h) print(w, h) end")
        #expect(layer.scene.width == 320 && layer.scene.height == 192)
        layer.step(seconds: 0)
        layer.resize(width: 40, height: 48)
        layer.step(seconds: 0)
        #expect(layer.instance.log.lines == ["320.0    384.0"])
    }

    @Test(
        arguments: [
            (60, 0.1), (0.1, 0.1), (0.25, 0.1), (0.05, 0.05), (0, 0), (-3, 0), (.infinity, 0.1), (.nan, 0),
            (-.infinity, 0),
        ] as [(Double, Double)])
    func `the step that a script sees is 0 to 0.1 s`(given: Double, seen: Double) throws {
        let layer = try makeLayer(
            "function init() spawn { y = 1, speed = 10 } end function frame(dt, t) print(dt, t) end")
        layer.step(seconds: given)
        let shown = seen == 0 ? "0.0" : "\(seen)"
        #expect(layer.instance.log.lines == ["\(shown)    \(shown)"])
        #expect(layer.time == seen)
        #expect(layer.scene.flakes.first { _ in true }?.y == Float(1 + 10 * seen))
    }

    @Test func `a tween ends before motion, and integration leaves what it owns alone`() throws {
        let layer = try makeLayer(
            """
            function init()
              f = spawn { x = 0, y = 0, speed = 100, drift = 10 }
              f:animate { y = 10, duration = 0.2, ease = "linear" }
            end
            """)
        var path: [[Float]] = []
        for _ in 0..<4 {
            layer.step(seconds: 0.1)
            path.append(layer.scene.flakes.first { _ in true }.map { [$0.x, $0.y] } ?? [])
        }
        #expect(path == [[1, 5], [2, 20], [3, 30], [4, 40]])
    }

    @Test func `a trap in init stops the script before its first frame`() throws {
        let layer = try makeLayer("function init() error('no') end function frame() print('never') end")
        layer.start()
        layer.step(seconds: 0.1)
        #expect(layer.instance.log.lines == [])
        #expect(layer.trap?.message == "no")
        #expect(layer.frame == 1)
    }
}
