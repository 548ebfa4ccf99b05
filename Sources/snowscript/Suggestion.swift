/// Finds what someone meant to type.
enum Suggestion {
    /// The candidate that `name` is a slip of: at most a third of its letters differ, and never more than three.
    ///
    /// Swapping two neighbours counts as one slip, and upper case as none. Of equally near ones the first wins.
    static func nearest(to name: String, among candidates: [String]) -> String? {
        let typed = Array(name.lowercased())
        guard typed.count <= 64 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(from: typed, to: Array(candidate.lowercased()))
            if distance < best?.distance ?? min(3, max(1, typed.count / 3)) + 1 {
                best = (candidate, distance)
            }
        }
        return best?.candidate
    }

    /// Edits between two words: insert, delete, replace, swap neighbours.
    private static func distance(from source: [Character], to target: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for (row, letter) in source.enumerated() {
            var current = [row + 1]
            for (column, wanted) in target.enumerated() {
                var cost = min(last[column + 1], current[column]) + 1
                cost = min(cost, last[column] + (letter == wanted ? 0 : 1))
                if row > 0, column > 0, letter == target[column - 1], source[row - 1] == wanted {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[target.count]
    }
}
