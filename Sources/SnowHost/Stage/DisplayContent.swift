/// All that the heads-up display tells, as plain values: equal contents look the same.
struct DisplayContent: Equatable {
    /// A layer's line.
    struct LayerRow: Equatable {
        var name: String
        var flakes: Int
        var capacity: Int
        var tweens: Int
        /// Bytes.
        var memory: Int
        var memoryLimit: Int
        var reloads: Int
        var isStopped: Bool
        /// How `update` is run; nil where there is none.
        var updates: String?
    }

    /// A parameter's line.
    struct ParameterRow: Equatable {
        /// Nil where there is one layer.
        var layerName: String?
        var parameter: Parameter
        var value: Double
        var isPicked: Bool
    }

    var figures = FrameFigures.Summary()
    var isPaused = false
    /// Steps of detail that are not shown, of how many there are.
    var stepsShed = 0
    var stepCount = 0
    var layers: [LayerRow] = []
    var parameters: [ParameterRow] = []
    /// The last lines, oldest first.
    var log: [String] = []
}
