extension Ground {
    /// Gives the ground a size; the snow stays, as much as finds room.
    ///
    /// What lies on the bottom is stretched with the view, what lies on letters stays with them.
    package func fit(_ size: GroundSize) {
        guard size != self.size else { return }
        rebuild(size, scenery)
    }

    /// Puts a scenery in place of the present one; nil or an empty text for none. What lay on letters falls.
    package func place(_ scenery: Scenery?) {
        let scenery = scenery.flatMap { $0.text.columns > 0 ? $0 : nil }
        guard scenery != self.scenery else { return }
        rebuild(size, scenery)
    }

    /// What was before, as far as snow has to be carried over.
    private struct Former {
        let size: GroundSize
        let shelves: [Shelf]
        let starts: [Int]
        let grainsPerArea: Double
        let grainsPerDepth: Double
        let columnWidth: Double
        let origin: (column: Int, row: Int)
        /// Whether the letters are the same.
        let keepsScenery: Bool
    }

    private func rebuild(_ size: GroundSize, _ scenery: Scenery?) {
        let former = Former(
            size: self.size, shelves: shelves, starts: starts, grainsPerArea: grainsPerArea,
            grainsPerDepth: grainsPerDepth, columnWidth: columnWidth, origin: sceneryOrigin,
            keepsScenery: scenery?.text == self.scenery?.text)
        self.size = size
        self.scenery = scenery
        columnCount = size.width > 0 && size.height > 0 ? 2 * size.columns : 0
        sceneryOrigin = scenery?.origin(in: size) ?? (0, 0)
        // A power of two, so that other sizes mostly count the same grains: about a thousand in a square.
        grainsPerArea = Double(sign: .plus, exponent: (1024 / (columnWidth * columnWidth)).exponent, significand: 1)
        grainsPerDepth = grainsPerArea * columnWidth
        makeShelves()
        grainCount = 0
        unrest = 0..<0
        carryOver(former)
    }

    private func makeShelves() {
        shelves.removeAll(keepingCapacity: true)
        starts = [0]
        starts.reserveCapacity(columnCount + 1)
        let eighth = size.cellHeight * grainsPerDepth / 8
        for column in 0..<columnCount {
            // From the sky down: the underside of the letter above, `max` as long as there is none.
            var ceiling = Int.max
            var solid: (top: Int, bottom: Int)?
            forEachExtent(in: column) { start, end in
                let bottomRow = 8 * size.rows
                let top = Int((Double(bottomRow - start) * eighth).rounded())
                let bottom = max(Int((Double(bottomRow - end) * eighth).rounded()), 0)
                guard top > 0 else { return }
                // What nearly touches is one piece.
                if let above = solid, above.bottom - top < Int(eighth) + 1 {
                    solid = (above.top, bottom)
                    return
                }
                if let above = solid {
                    shelves.append(Shelf(floor: above.top, ceiling: ceiling, depth: 0))
                    ceiling = above.bottom
                }
                solid = (top, bottom)
            }
            if let above = solid {
                shelves.append(Shelf(floor: above.top, ceiling: ceiling, depth: 0))
                ceiling = above.bottom
            }
            if ceiling > Int(eighth) { shelves.append(Shelf(floor: 0, ceiling: ceiling, depth: 0)) }
            starts.append(shelves.count)
        }
    }

    /// Calls `body` with each solid part of a column, from the top down, in eighths of a row from the top of the view.
    private func forEachExtent(in column: Int, _ body: (_ start: Int, _ end: Int) -> Void) {
        guard let text = scenery?.text else { return }
        let place = column / 2 - sceneryOrigin.column
        guard place >= 0, place < text.columns else { return }
        for row in 0..<text.rows {
            let cell = text[place, row]
            guard cell.isSolid else { continue }
            let isColored = cell.style.background != .standard || cell.style.attributes.contains(.reverse)
            let extent =
                isColored ? (0, 8) : SolidShape.extent(of: text.scalar(place, row), isRight: !column.isMultiple(of: 2))
            guard extent.0 < extent.1 else { continue }
            let top = 8 * (row + sceneryOrigin.row)
            body(top + extent.0, top + extent.1)
        }
    }

    private func carryOver(_ former: Former) {
        guard columnCount > 0, former.size.columns > 0 else { return }
        let scale = grainsPerArea / former.grainsPerArea
        let stretch = size.width / former.size.width
        for column in 0..<former.starts.count - 1 {
            for number in former.starts[column]..<former.starts[column + 1] {
                let shelf = former.shelves[number]
                guard shelf.depth > 0 else { continue }
                let height = Double(shelf.floor) / former.grainsPerDepth
                var left = Double(column) * former.columnWidth * stretch
                var right = left + former.columnWidth * stretch
                var y = size.height - height
                if former.keepsScenery, scenery != nil, shelf.floor > 0 {
                    let cells = Double(column) / 2 - Double(former.origin.column - sceneryOrigin.column)
                    left = cells * size.cellWidth
                    right = left + size.cellWidth / 2
                    let rows = (former.size.height - height) / former.size.cellHeight
                    y = (rows - Double(former.origin.row - sceneryOrigin.row)) * size.cellHeight
                }
                // A hair in from the edges, so that rounding adds no column.
                let margin = (right - left) * 1e-6
                add(
                    Int((Double(shelf.depth) * scale).rounded()), from: left + margin, to: right - margin,
                    level: level(of: y) + 1)
            }
        }
    }
}
