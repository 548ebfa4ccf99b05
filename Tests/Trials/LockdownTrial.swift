import SnowHost

/// A program that locks itself down, as docs/EMBEDDING.md says. Its arguments are a folder with a script a.lua, and a
/// script elsewhere.
enum LockdownTrial {
    static func run(_ arguments: [String]) throws {
        for attempt in 1...2 {
            do throws(Lockdown.Failure) {
                let walls = try Lockdown.apply(readingBeneath: [FilePath(arguments[0])])
                print(attempt, walls == Lockdown.offered)
            } catch {
                print(attempt, error)
            }
        }
        for path in ["\(arguments[0])/a.lua", arguments[1]] {
            do throws(Trap) {
                let layer = try Layer(module: try Module(file: path), width: 80, height: 48)
                layer.step(seconds: 1.0 / 60)
                print(layer.scene.count)
            } catch {
                print(error.message)
            }
        }
    }
}
