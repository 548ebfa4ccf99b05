import SnowHost

extension Options.Setting {
    /// Sets the parameter of all scripts that have it, or of the one that is named; one must have it.
    func apply(to layers: [Layer]) throws(UsageError) {
        guard let value = Double(value), value.isFinite else {
            throw UsageError("--set \(name): expected a number, got \(self.value.quoted)")
        }
        let meant = try scripts(among: layers)
        let takers = meant.filter { $0.parameterValues[name] != nil }
        for layer in takers.isEmpty ? [meant[0]] : takers {
            do throws(Layer.SettingError) {
                try layer.set(name, to: value)
            } catch {
                throw UsageError("--set: \(error.message)")
            }
        }
    }

    private func scripts(among layers: [Layer]) throws(UsageError) -> [Layer] {
        guard let script else { return layers }
        let named = layers.filter { $0.instance.manifest.name == script }
        if !named.isEmpty { return named }
        if let place = Int(script), layers.indices.contains(place - 1) { return [layers[place - 1]] }
        let names = layers.map { PlainText.escaped($0.instance.manifest.name) }
        let nearest = UsageError.suggestion(for: script, among: names)
        let remedy = nearest.isEmpty ? "; there are: \(names.joined(separator: " "))" : nearest
        throw UsageError("--set: no script is called \(script.quoted)\(remedy)")
    }
}
