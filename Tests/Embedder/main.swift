// A program that embeds the host and locks itself down, as docs/EMBEDDING.md tells. Its arguments are a folder with
// a script a.lua, and a script elsewhere.
import SnowHost

let (folder, elsewhere) = (CommandLine.arguments[1], CommandLine.arguments[2])
for attempt in 1...2 {
    do throws(Lockdown.Failure) {
        let walls = try Lockdown.apply(readingBeneath: [FilePath(folder)])
        print(attempt, walls == Lockdown.offered)
    } catch {
        print(attempt, error)
    }
}
for path in ["\(folder)/a.lua", elsewhere] {
    do throws(Trap) {
        let layer = try Layer(module: try Module(file: path), width: 80, height: 48)
        layer.step(seconds: 1.0 / 60)
        print(layer.scene.count)
    } catch {
        print(error.message)
    }
}
