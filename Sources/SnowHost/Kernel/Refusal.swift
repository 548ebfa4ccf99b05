/// Why something cannot be compiled, and where it stands.
package struct Refusal: Error, Hashable, Sendable {
    /// What is there: `table write`.
    package let reason: String
    /// The script's file as Lua names it; empty until the place is known.
    package private(set) var file = ""
    /// Its line; 0 until the place is known.
    package private(set) var line = 0

    init(_ reason: String) { self.reason = reason }

    /// The same at an instruction, unless its place is known already.
    func at(_ prototype: Prototype, _ instruction: Int) -> Refusal {
        guard line == 0, instruction < prototype.lines.count else { return self }
        var placed = self
        placed.file = prototype.source.first == "@" ? String(prototype.source.dropFirst()) : prototype.source
        placed.line = prototype.lines[instruction]
        return placed
    }
}
