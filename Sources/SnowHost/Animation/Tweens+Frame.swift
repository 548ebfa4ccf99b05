extension Tweens {
    /// Moves every animated property to where it is `dt` seconds later, and queues the completions of what is over.
    ///
    /// Values follow from start, end and elapsed time, so they do not drift, and a step may cross many cycles.
    /// Completions are queued in the order in which their animations were started.
    package func advance(seconds dt: Double) {
        var hasEnded = false
        // The columns are the scene's; neither array is touched from inside.
        animations.withUnsafeMutableBufferPointer { animations in
            tracks.withUnsafeBufferPointer { tracks in
                for index in animations.indices {
                    if !animations[index].isOver { advance(&animations[index], tracks: tracks, seconds: dt) }
                    hasEnded = hasEnded || animations[index].isOver
                }
            }
        }
        if hasEnded { compact() }
    }

    @inline(__always)
    private func advance(_ animation: inout Animation, tracks: UnsafeBufferPointer<Track>, seconds dt: Double) {
        guard scene.isAlive(animation.flake) else {
            drop(animation.completion)
            end(&animation)
            return
        }
        animation.elapsed += dt
        let (place, isOver) = animation.timing.progress(at: animation.elapsed)
        let progress = animation.timing.easing(place)
        let slot = Int(animation.flake.slot)
        for number in animation.firstTrack..<animation.firstTrack + animation.trackCount where tracks[number].isLive {
            write(tracks[number], slot: slot, progress: progress)
            if isOver { release(tracks[number], slot: slot) }
        }
        guard isOver else { return }
        if animation.completion != Self.noCompletion { completions.append(animation.flake, animation.completion) }
        end(&animation)
    }

    /// Hands out the completions that wait now; those that `body` causes wait for the next call.
    ///
    /// `body` may start animations and remove flakes. A completion whose flake is no longer alive is dropped.
    ///
    /// - Throws: What `body` throws; the completions not yet handed out go on waiting.
    package func drainCompletions<Failure: Error>(
        _ body: (FlakeID, Int32) throws(Failure) -> Void
    ) throws(Failure) {
        for _ in 0..<completions.count {
            guard let (flake, token) = completions.takeFirst() else { return }
            if scene.isAlive(flake) { try body(flake, token) } else { drop(token) }
        }
    }

    /// Hands out the tokens of animations that were cut short, so that what they stand for can be released.
    package func drainDropped(_ body: (Int32) -> Void) {
        for _ in 0..<dropped.count {
            guard let (_, token) = dropped.takeFirst() else { return }
            body(token)
        }
    }

    /// Drops the completions that `isStale` picks, running or queued; the animations go on.
    package func dropCompletions(where isStale: (Int32) -> Bool) {
        for index in animations.indices where animations[index].completion >= 0 {
            if isStale(animations[index].completion) {
                drop(animations[index].completion)
                animations[index].completion = Self.noCompletion
            }
        }
        for _ in 0..<completions.count {
            guard let (flake, token) = completions.takeFirst() else { return }
            if token >= 0, isStale(token) { drop(token) } else { completions.append(flake, token) }
        }
    }

    func write(_ track: Track, slot: Int, progress: Double) {
        if track.column == Self.colorColumn {
            scene.columns.color[slot] = Self.blend(Self.color(track.from), Self.color(track.to), progress)
        } else {
            // Exact at both ends, also where an end is infinite.
            let value =
                progress == 0
                ? track.from : progress == 1 ? track.to : track.from * (1 - progress) + track.to * progress
            scene.columns.fields[Int(track.column)][slot] = Float(value)
        }
    }

    func release(_ track: Track, slot: Int) {
        guard track.column >= 0 else { return }
        scene.columns.owned[slot] &= ~FlakeField(rawValue: Int(track.column)).ownerBit
    }

    private func end(_ animation: inout Animation) {
        count -= animation.liveTracks
        animation.liveTracks = 0
        animation.isOver = true
    }

    /// Closes the gaps that animations which are over leave behind; the order stays.
    func compact() {
        // By index: an iterator would hold the array, and the first write would copy it.
        for index in animations.indices { latest[Int(animations[index].flake.slot)] = -1 }
        var kept = 0
        var keptTracks = 0
        for index in animations.indices where !animations[index].isOver {
            let animation = animations[index]
            let firstTrack = keptTracks
            for number in animation.firstTrack..<animation.firstTrack + animation.trackCount where tracks[number].isLive
            {
                tracks[keptTracks] = tracks[number]
                keptTracks += 1
            }
            let slot = Int(animation.flake.slot)
            animations[kept] = Animation(
                flake: animation.flake,
                timing: animation.timing,
                firstTrack: firstTrack,
                trackCount: keptTracks - firstTrack,
                completion: animation.completion,
                elapsed: animation.elapsed,
                liveTracks: animation.liveTracks,
                previous: latest[slot]
            )
            latest[slot] = Int32(kept)
            kept += 1
        }
        animations.removeSubrange(kept...)
        tracks.removeSubrange(keptTracks...)
    }

    private static func color(_ value: Double) -> UInt32 {
        value > 0 ? UInt32(min(value, 0xFFFFFF)) : 0
    }

    /// A step from one colour to another, channel by channel; channels that overshoot stop at their ends.
    private static func blend(_ from: UInt32, _ to: UInt32, _ progress: Double) -> UInt32 {
        var color: UInt32 = 0
        for shift: UInt32 in [16, 8, 0] {
            let start = Double(from >> shift & 0xFF)
            let end = Double(to >> shift & 0xFF)
            let channel = min(max(start + (end - start) * progress, 0), 255)
            color |= UInt32(channel + 0.5) << shift
        }
        return color
    }
}
