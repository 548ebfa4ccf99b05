/// Which character stands for a flake, where it has to be one.
///
/// All of them are one column wide everywhere, also where East Asian ambiguous ones are not; ❄ is not among them,
/// because some terminals draw it as a coloured picture.
package enum FlakeCharacters {
    /// What the characters are taken from.
    package enum Alphabet: Sendable {
        /// Signs of Unicode that every font has which has any.
        case symbols
        /// ASCII.
        case letters
    }

    /// Flakes narrower than this by a flip are seen from the edge.
    static let edge: Float = 0.3
    /// A flake of letters from this width on, in cells, is drawn with many of them.
    static let manyFrom: Float = 6

    /// Characters by a flake's width in cells, up to the given one. One is picked by the flake's number; a flake that
    /// turns goes on to the next with every 30°, if `turns`.
    private struct Size {
        let upTo: Float
        let turns: Bool
        let characters: [UInt32]
    }

    private static let symbols = [
        Size(upTo: 0.45, turns: false, characters: [0x2E]),  // .
        Size(upTo: 0.8, turns: false, characters: [0x22C5]),  // ⋅
        Size(upTo: 1.2, turns: false, characters: [0x2219, 0x2A]),  // ∙ *
        Size(upTo: 1.8, turns: true, characters: [0x2A, 0x2217, 0x2736]),  // * ∗ ✶
        Size(upTo: .infinity, turns: true, characters: [0x2745, 0x2746, 0x273B]),  // ❅ ❆ ✻
    ]

    private static let letters = [
        Size(upTo: 0.8, turns: false, characters: [0x2E]),  // .
        Size(upTo: 1.3, turns: false, characters: [0x2B]),  // +
        Size(upTo: .infinity, turns: false, characters: [0x2A]),  // *
    ]

    /// The character for a flake that has none of its own.
    ///
    /// - Parameters:
    ///   - cell: sub-pixels in a cell.
    ///   - unit: sub-pixels in a unit of the view.
    static func character(
        for flake: FlakeLook, from alphabet: Alphabet, cell: (width: Int, height: Int), unit: FlakeLook.Scale
    ) -> UInt32 {
        // Cells are twice as high as wide: the reach in rows counts double.
        let width = 2 * max(flake.reachX / Float(cell.width), 2 * flake.reachY / Float(cell.height))
        let sizes = alphabet == .symbols ? symbols : letters
        for size in sizes where width < size.upTo {
            if width >= 0.8, flake.narrowing < edge { return line(along: flake, unit: unit) }
            if alphabet == .letters, width < 0.8 { return dot(at: flake.y / Float(cell.height)) }
            let step = size.turns ? turnStep(of: flake, unit: unit) : 0
            return size.characters[(Int(flake.birthNumber) + step) % size.characters.count]
        }
        return 0x2A
    }

    /// A dot at the foot of its row or at the top: . or '.
    private static func dot(at row: Float) -> UInt32 {
        row - row.rounded(.down) < 0.5 ? 0x27 : 0x2E
    }

    /// What a flake seen from its edge is: one of | \ - / along its axis.
    static func line(along flake: FlakeLook, unit: FlakeLook.Scale) -> UInt32 {
        let x = flake.down.x / unit.x
        let y = flake.down.y / unit.y
        // The tangent of 22.5°: each of the four has an eighth of the circle on either side.
        let slope: Float = 0.414_213_6
        if abs(x) <= slope * abs(y) { return 0x7C }
        if abs(y) <= slope * abs(x) { return 0x2D }
        return x * y > 0 ? 0x5C : 0x2F
    }

    /// How many twelfths of a circle a flake is turned by, 0…11.
    private static func turnStep(of flake: FlakeLook, unit: FlakeLook.Scale) -> Int {
        let x = flake.down.x / unit.x
        let y = flake.down.y / unit.y
        guard x != 0 || y != 0 else { return 0 }
        // Twelve directions, of which that is nearest which the axis goes farthest along.
        var best = 0
        var most = -Float.infinity
        for (number, direction) in directions.enumerated() {
            let along = x * direction.x + y * direction.y
            if along > most { (best, most) = (number, along) }
        }
        return best
    }

    private static let directions: [(x: Float, y: Float)] = (0..<12).map { step in
        let turn = Turn(radians: Float(step) * .pi / 6)
        return (-turn.sine, turn.cosine)
    }
}
