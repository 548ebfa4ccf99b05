extension Stage {
    /// Counts since the start of a show.
    public struct Statistics: Hashable, Sendable {
        /// Frames played. A frame longer than 0.1 seconds is several steps of the scripts.
        public internal(set) var frames = 0
        /// Frames that were sent. The others equalled the terminal's picture, or are counted below.
        public internal(set) var framesSent = 0
        /// Frames that the terminal could not take, because it had not taken an earlier one.
        public internal(set) var framesDropped = 0
        /// Frames that were not drawn because of a limit of bytes a second.
        public internal(set) var framesHeld = 0
        /// Bytes of all frames.
        public internal(set) var byteCount = 0
        /// Cells, changes of style and motions that were sent, and those that were saved.
        public internal(set) var output = FrameStatistics()
        /// Sizes of the frames that were sent.
        public internal(set) var frameSizes = FrameSizes()
        /// Time from taking the terminal to the last frame.
        public internal(set) var duration = Duration.zero

        /// Bytes a second over the whole show; 0 before any time has passed.
        public var bytesPerSecond: Double {
            duration > .zero ? Double(byteCount) / duration.seconds : 0
        }

        mutating func noteSent(_ frame: FrameStatistics) {
            framesSent += 1
            byteCount += frame.byteCount
            frameSizes.add(frame.byteCount)
            output.add(frame)
        }
    }

    /// When frames are wrapped in synchronized update, so that none is seen half drawn.
    public enum Synchronization: String, CaseIterable, Sendable {
        /// Once the terminal has said that it knows the mode.
        case auto
        /// From the first frame on.
        case on
        /// Never.
        case off
    }
}
