/// The parameter that the viewer's arrows turn. It stays picked when a reload moves it.
struct ParameterPick: Equatable {
    /// Place among the layers.
    var layer: Int
    var name: String

    /// The first of all; nil when there is none.
    static func first(in layers: [Layer]) -> ParameterPick? { all(in: layers).first }

    /// The one so many places on, round the end; the first when this one is gone, and nil when there is none.
    func moved(by distance: Int, in layers: [Layer]) -> ParameterPick? {
        let all = Self.all(in: layers)
        guard let place = all.firstIndex(of: self) else { return all.first }
        return all[((place + distance) % all.count + all.count) % all.count]
    }

    /// What the header says of it; nil when it is gone.
    func parameter(in layers: [Layer]) -> Parameter? {
        layers[layer].instance.manifest.parameters.first { $0.name == name }
    }

    private static func all(in layers: [Layer]) -> [ParameterPick] {
        layers.enumerated().flatMap { number, layer in
            layer.instance.manifest.parameters.map { ParameterPick(layer: number, name: $0.name) }
        }
    }
}
