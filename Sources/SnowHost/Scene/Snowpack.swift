/// How snow lies: what a script can say of it.
package struct Snowpack: Equatable, Sendable {
    /// The steepest that a heap gets, as rise over run; what lies steeper slides.
    package var slope = 0.7
    /// How much of its depth melts away, units/s.
    package var melt = 0.0
    /// How much of its depth a wind takes where it is exposed, units/s; to the right, or to the left where negative.
    package var blow = 0.0
    /// How deep it may get, units; what falls on it then is lost. Nil for a third of the view's height.
    package var depth: Double?
    /// 0xRRGGBB.
    package var color: UInt32 = 0xF6F9FF
    /// Whether flakes that reach the ground settle by themselves.
    package var settlesFlakes = false

    /// The defaults.
    package init() {}

    /// What a script changes of it.
    package struct Change: Equatable, Sendable {
        package var slope: Double?
        package var melt: Double?
        package var blow: Double?
        package var depth: Double?
        package var color: UInt32?
        package var settlesFlakes: Bool?

        /// No change.
        package init() {}

        /// Adds a later change to this one.
        package mutating func add(_ later: Change) {
            slope = later.slope ?? slope
            melt = later.melt ?? melt
            blow = later.blow ?? blow
            depth = later.depth ?? depth
            color = later.color ?? color
            settlesFlakes = later.settlesFlakes ?? settlesFlakes
        }
    }

    /// Takes over what a change says.
    package mutating func apply(_ change: Change) {
        slope = change.slope ?? slope
        melt = change.melt ?? melt
        blow = change.blow ?? blow
        depth = change.depth ?? depth
        color = change.color ?? color
        settlesFlakes = change.settlesFlakes ?? settlesFlakes
    }
}
