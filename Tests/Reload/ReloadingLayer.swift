@testable import SnowHost

/// A layer over a file, stepped by a clock that moves only when it is told.
///
/// The system queues events before the call that causes them returns, so no test here waits for any.
final class ReloadingLayer {
    let layer: Layer
    let reloader: Reloader
    private(set) var now = Duration.zero
    private(set) var reloads = 0
    private(set) var refusals = 0

    init(_ file: String, usesEvents: Bool = true) throws {
        layer = try Layer(module: try Module(file: file), width: 80, height: 48)
        guard let reloader = Reloader(layer: layer, watcher: ScriptWatcher(usesEvents: usesEvents)) else {
            throw Trap(reason: .link, message: "the module has no file")
        }
        self.reloader = reloader
        pass(.milliseconds(40))
    }

    /// Plays frames of 4 ms until so much time has passed.
    func pass(_ time: Duration) {
        let end = now + time
        while now < end {
            now += .milliseconds(4)
            frame()
        }
    }

    /// Looks, and plays a frame, without letting time pass.
    func frame() {
        switch reloader.poll(now: now) {
        case .nothing: break
        case .reloaded: reloads += 1
        case .refused: refusals += 1
        }
        layer.step(seconds: 0.004)
    }

    /// What the script's `key` returns.
    var version: Int? {
        guard case .integer(let number) = layer.instance.call(.key)?.first else { return nil }
        return Int(number)
    }

    /// A script of which no part is a script, and whose `key` answers a number.
    static func script(_ version: Int, extra: String = "") -> String {
        """
        \(extra)
        function init() for i = 1, 20 do spawn { x = i, y = 3 } end end
        function frame(dt, t)
          state.frames = (state.frames or 0) + 1
        end
        function key() return \(version) end function update(flake, dt, t)
          flake.drift = sin(t) * \(version)
          if flake.x > scene.width or flake.x < 0 then
            flake.x = 9
          end
          -- and so on, in many words, so that the last of ten parts is not yet the end
        end
        """
    }
}
