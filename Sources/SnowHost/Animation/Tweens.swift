/// The running animations of a scene.
///
/// An animation moves one or more properties of a flake from where they are to where they shall be. While it runs, also
/// during its delay, it owns these properties: their bits are set in `FlakeColumns.owned`. A later animation of a
/// property takes it over from its value at that moment, as in UIKit.
///
/// Every token (0 and above) given to a `start` that returned true comes back exactly once: from `drainCompletions`
/// when the animation has run to its end, or from `drainDropped` when it was cut short because a property was
/// taken over or its flake removed.
package final class Tweens {
    /// The completion of an animation that tells nobody.
    package static let noCompletion: Int32 = -1
    /// The completion that asks whoever drains the queue to remove the flake. It is never dropped.
    package static let removeFlake: Int32 = -2

    struct Animation {
        let flake: FlakeID
        let timing: TweenTiming
        let firstTrack: Int
        let trackCount: Int
        var completion: Int32
        var elapsed = 0.0
        /// Tracks that no later animation has taken over.
        var liveTracks: Int
        var isOver = false
        /// The animation of the same slot that was started before this one; -1 for none.
        var previous: Int32
    }

    struct Track {
        /// The column, or `colorColumn`.
        let column: Int32
        var isLive = true
        let from: Double
        let to: Double
    }

    static let colorColumn: Int32 = -1

    /// The most properties in motion at once; an animation without any counts as one.
    package let capacity: Int
    /// Properties in motion now.
    package internal(set) var count = 0

    let scene: Scene
    /// In the order of their starts, some of them over until the next `compact`.
    var animations: [Animation] = []
    /// The tracks of all animations, one animation after another.
    var tracks: [Track] = []
    /// The animation of each slot that was started last; -1 for none.
    var latest: [Int32]
    var completions = TokenQueue()
    var dropped = TokenQueue()

    /// No animations, and room for `capacity` moving properties of the scene's flakes.
    package init(scene: Scene, capacity: Int) {
        self.scene = scene
        self.capacity = max(0, min(capacity, 1 << 28))
        latest = Array(repeating: -1, count: scene.columns.capacity)
    }

    /// Starts an animation.
    ///
    /// A track's `from` is applied at once, delay or not. Without delay and duration the whole animation is: its end is
    /// written, and its completion waits in the queue. An animation without tracks is a timer. For a flake that is not
    /// alive nothing happens but that the token is dropped.
    ///
    /// - Returns: False, and nothing happened, when `capacity` is reached; the queues count as well, until drained.
    /// - Complexity: Its tracks times the tracks of the same flake. The space of animations that were replaced
    ///   is reclaimed every now and then, at a cost that stays in proportion to the number of starts.
    package func start(
        _ flake: FlakeID,
        tracks newTracks: UnsafeBufferPointer<TweenTrack>,
        timing: TweenTiming,
        completion: Int32
    ) -> Bool {
        guard completions.count + dropped.count < capacity else { return false }
        guard scene.isAlive(flake) else {
            drop(completion)
            return true
        }
        let (place, isImmediate) = timing.progress(at: 0)
        let cost = isImmediate ? 0 : max(1, newTracks.count)
        if count + cost > capacity, count + cost - replaceable(by: newTracks, of: flake) > capacity { return false }
        // A quarter more than can be alive, so that a compaction frees at least so much.
        if tracks.count + animations.count + cost > 2 * (capacity + capacity / 4 + 16) { compact() }

        let progress = timing.easing(place)
        let first = tracks.count
        let slot = Int(flake.slot)
        for track in newTracks { begin(track, of: flake, progress: progress, isOver: isImmediate) }
        guard !isImmediate else {
            if completion != Self.noCompletion { completions.append(flake, completion) }
            return true
        }
        animations.append(
            Animation(
                flake: flake,
                timing: timing,
                firstTrack: first,
                trackCount: newTracks.count,
                completion: completion,
                liveTracks: cost,
                previous: latest[slot]
            )
        )
        latest[slot] = Int32(animations.count - 1)
        count += cost
        return true
    }

    /// Takes a property over and puts it where it starts or, at once, where it ends.
    private func begin(_ track: TweenTrack, of flake: FlakeID, progress: Double, isOver: Bool) {
        let slot = Int(flake.slot)
        let column = Self.column(of: track)
        let present: Double
        switch track.target {
        case .color:
            present = Double(scene.columns.color[slot])
        case .field(let field):
            precondition((0..<scene.columns.fieldCount).contains(field.rawValue), "no such field")
            let value = scene.columns[field][slot]
            // A height that follows the width starts from there.
            present = Double(field == .height ? scene.columns.height(of: slot) : value)
        }
        takeOver(column, of: flake)
        let new = Track(column: column, from: track.from ?? present, to: track.to)
        if isOver || track.from != nil { write(new, slot: slot, progress: progress) }
        if isOver {
            release(new, slot: slot)
        } else {
            if column >= 0 { scene.columns.owned[slot] |= FlakeField(rawValue: Int(column)).ownerBit }
            tracks.append(new)
        }
    }

    /// Cuts short whatever moves the property now, and unlinks what is over: a chain is no longer than a flake has
    /// fields, however often a script replaces its animations in one frame.
    private func takeOver(_ column: Int32, of flake: FlakeID) {
        let slot = Int(flake.slot)
        var newer = -1
        var index = Int(latest[slot])
        while index >= 0 {
            if animations[index].flake == flake, !animations[index].isOver { cutShort(index, column: column) }
            let previous = animations[index].previous
            if animations[index].flake == flake, !animations[index].isOver {
                newer = index
            } else if newer >= 0 {
                animations[newer].previous = previous
            } else {
                latest[slot] = previous
            }
            index = Int(previous)
        }
    }

    /// How many properties in motion the new tracks would take over.
    private func replaceable(by newTracks: UnsafeBufferPointer<TweenTrack>, of flake: FlakeID) -> Int {
        var found = 0
        var index = Int(latest[Int(flake.slot)])
        while index >= 0 {
            let animation = animations[index]
            if animation.flake == flake, !animation.isOver {
                for number in animation.firstTrack..<animation.firstTrack + animation.trackCount
                where tracks[number].isLive
                    && newTracks.contains(where: { Self.column(of: $0) == tracks[number].column })
                {
                    found += 1
                }
            }
            index = Int(animation.previous)
        }
        return found
    }

    private static func column(of track: TweenTrack) -> Int32 {
        switch track.target {
        case .color: colorColumn
        case .field(let field): Int32(field.rawValue)
        }
    }

    private func cutShort(_ index: Int, column: Int32) {
        let first = animations[index].firstTrack
        for number in first..<first + animations[index].trackCount
        where tracks[number].column == column && tracks[number].isLive {
            tracks[number].isLive = false
            count -= 1
            animations[index].liveTracks -= 1
            drop(animations[index].completion)
            animations[index].completion = Self.noCompletion
        }
        // A timer has no track to lose.
        if animations[index].liveTracks == 0 { animations[index].isOver = true }
    }

    func drop(_ completion: Int32) {
        if completion >= 0 { dropped.append(FlakeID(rawValue: 0), completion) }
    }
}
