// What is wrong with scripts, shown over the snow.
extension Stage {
    /// The panels at the foot of the picture, and what they were laid out for.
    struct Faults {
        /// The trap of each layer that is to be shown, in the order of the layers.
        var traps: [Trap?] = []
        var columns = 0
        var rows = 0
        var isDisplayOpen = false
        /// From top to bottom.
        var lines: [TrapPanel.Line] = []
    }

    /// Why a layer is not what its author wants: the text that was refused last, or what stopped the one that runs.
    func fault(of layer: Layer) -> Trap? {
        // A single script that nobody watches ends the show, and is reported after it.
        layer.reloadFailure ?? (layers.count > 1 || isWatched(layer) ? layer.trap : nil)
    }

    /// Whether a later save may put a layer right.
    func isWatched(_ layer: Layer) -> Bool {
        reloaders.contains { $0.layer === layer }
    }

    /// Writes the panels; they are laid out anew only when something changed.
    func writeFaults() {
        if !areFaultsCurrent { layOutFaults() }
        var row = renderer.rows - faults.lines.count
        for line in faults.lines {
            if line.isHeadline {
                let color: UInt32 = renderer.palette.ground == .dark ? 0xFF6B6B : 0xB00020
                renderer.write(line.scalars, column: 0, row: row, color: color, attributes: [.reverse, .bold])
            } else {
                renderer.write(line.scalars, column: 0, row: row, color: nil)
            }
            row += 1
        }
    }

    private var areFaultsCurrent: Bool {
        guard faults.columns == renderer.columns, faults.rows == renderer.rows, faults.traps.count == layers.count,
            faults.isDisplayOpen == display.isOpen
        else { return false }
        for index in layers.indices where faults.traps[index] != fault(of: layers[index]) { return false }
        return true
    }

    private func layOutFaults() {
        faults.traps = layers.map(fault)
        faults.columns = renderer.columns
        faults.rows = renderer.rows
        faults.isDisplayOpen = display.isOpen
        faults.lines = []
        // The display has at least a row.
        let rows = display.isOpen ? max(renderer.rows - 1, 1) : renderer.rows
        for (layer, trap) in zip(layers, faults.traps).reversed() {
            guard let trap else { continue }
            let panel = TrapPanel(
                trap, columns: renderer.columns, rows: rows, isWatched: isWatched(layer))
            // The nearest in full; the others with their first line, as far as there is room.
            if faults.lines.isEmpty {
                faults.lines = panel.lines
            } else if faults.lines.count < rows, let first = panel.lines.first {
                faults.lines.insert(first, at: 0)
            }
        }
    }
}
