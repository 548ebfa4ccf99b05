/// Which of the names that exist somebody meant who typed one that does not.
package enum Suggestion {
    /// Longer words are not compared: a script chooses their length.
    private static let lengthLimit = 64

    /// The name that differs least from `word`, the first of equals; nil when none is near.
    ///
    /// Near is a third of the word's length, at least one: letters added, left out, replaced, or two neighbours
    /// swapped (optimal string alignment), case aside. A beginning of three letters or more is near as well.
    package static func nearest(to word: String, among names: [String]) -> String? {
        let typed = Array(word.lowercased().utf8.prefix(lengthLimit + 1))
        guard !typed.isEmpty, typed.count <= lengthLimit else { return nil }
        var best: (name: String, distance: Int)?
        for name in names {
            let known = Array(name.lowercased().utf8.prefix(lengthLimit + 1))
            guard known.count <= lengthLimit else { continue }
            let isBeginning = typed.count >= 3 && known.starts(with: typed)
            let distance = isBeginning ? min(1, known.count - typed.count) : editDistance(typed, known)
            guard distance <= max(1, max(typed.count, known.count) / 3), distance < best?.distance ?? .max else {
                continue
            }
            // One letter in place of another is no resemblance.
            guard distance < max(typed.count, known.count) else { continue }
            best = (name, distance)
        }
        return best?.name
    }

    private static func editDistance(_ from: [UInt8], _ to: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...to.count)
        for row in from.indices {
            var current = [row + 1]
            for column in to.indices {
                let isSame = from[row] == to[column]
                var cost = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, from[row] == to[column - 1], from[row - 1] == to[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[to.count]
    }
}
