// Prints the figures that the project holds itself to. Words on the command line pick groups: show host update frame
// reload encode. The word encoder makes it the peer of ncurses; see `FramePlayer`.

if CommandLine.arguments.dropFirst().first == "encoder" { try FramePlayer.run(CommandLine.arguments.dropFirst(2)) }

let groups: [(name: String, run: () throws -> [Figure])] = [
    ("show", ShowBench.run),
    ("host", HostBench.run),
    ("update", UpdateBench.run),
    ("frame", FrameBench.run),
    ("reload", ReloadBench.run),
    ("encode", EncodeBench.run),
    ("pixels", PixelBench.run),
]
let wanted = CommandLine.arguments.dropFirst()
for group in groups where wanted.isEmpty || wanted.contains(group.name) {
    print(group.name)
    do {
        for figure in try group.run() { print("  " + figure.line) }
    } catch {
        print("  failed: \(error)")
    }
}
