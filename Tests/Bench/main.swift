// Prints the figures that the project holds itself to. Words on the command line pick groups: show host update reload.

let groups: [(name: String, run: () throws -> [Figure])] = [
    ("show", ShowBench.run),
    ("host", HostBench.run),
    ("update", UpdateBench.run),
    ("reload", ReloadBench.run),
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
