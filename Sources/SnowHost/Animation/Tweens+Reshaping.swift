extension Tweens {
    /// The same animations over a reshaped scene, each at the place where it is.
    ///
    /// An animated field that the scene has no more is left out; what the animation says of time goes on, and
    /// so its completion comes when it would have come. These tweens are not to be used any more.
    ///
    /// - Parameter capacity: The most properties in motion from now on. Those that move already may be more.
    package func reshaped(onto scene: Scene, capacity: Int) -> Tweens {
        let tweens = Tweens(scene: scene, capacity: capacity)
        let fields = self.scene.extraFields.map { scene.fieldNumber(named: $0.name) }
        func column(_ old: Int32) -> Int32? {
            guard old >= Int32(FlakeField.firstExtra) else { return old }
            return fields[Int(old) - FlakeField.firstExtra].map { Int32($0.rawValue) }
        }
        for animation in animations where !animation.isOver {
            let first = tweens.tracks.count
            let range = animation.firstTrack..<animation.firstTrack + animation.trackCount
            for track in tracks[range] where track.isLive {
                guard let column = column(track.column) else { continue }
                tweens.tracks.append(Track(column: column, from: track.from, to: track.to))
            }
            let trackCount = tweens.tracks.count - first
            let slot = Int(animation.flake.slot)
            guard slot < tweens.latest.count else { continue }
            // Without a track it is a timer, which counts as one.
            let liveTracks = max(1, trackCount)
            tweens.animations.append(
                Animation(
                    flake: animation.flake, timing: animation.timing, firstTrack: first, trackCount: trackCount,
                    completion: animation.completion, elapsed: animation.elapsed, liveTracks: liveTracks,
                    previous: tweens.latest[slot]))
            tweens.latest[slot] = Int32(tweens.animations.count - 1)
            tweens.count += liveTracks
        }
        tweens.completions = completions
        tweens.dropped = dropped
        return tweens
    }

    /// Gives every completion that is still to come another token, and forgets those that were dropped: whoever
    /// gave the old ones is gone.
    ///
    /// `body` answers the new token, or `noCompletion`.
    package func replaceCompletions(_ body: (Int32) -> Int32) {
        for index in animations.indices where animations[index].completion >= 0 {
            animations[index].completion = body(animations[index].completion)
        }
        for _ in 0..<completions.count {
            guard let (flake, token) = completions.takeFirst() else { break }
            let new = token >= 0 ? body(token) : token
            if new != Self.noCompletion { completions.append(flake, new) }
        }
        dropped = TokenQueue()
    }
}
