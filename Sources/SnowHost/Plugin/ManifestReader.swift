/// Turns the table of `plugin {…}` into a `Manifest`, or says which key is wrong.
struct ManifestReader {
    /// Names that a declared field may not take.
    let reservedFields: Set<String>
    /// The limit on `flakes`.
    let flakeLimit: Int

    func read(_ table: Value.Table, into manifest: inout Manifest) throws(ManifestError) {
        for entry in table.entries {
            guard let key = entry.key.text.flatMap(Manifest.Key.init) else { throw unknownKey(entry.key) }
            let value = entry.value
            switch key {
            case .name: manifest.name = try label(value, key.rawValue, longest: 64)
            case .about: manifest.about = try label(value, key.rawValue, longest: 200)
            case .abi: try checkABI(value)
            case .view: manifest.viewWidth = try viewWidth(value)
            case .flakes: manifest.flakes = try flakes(value)
            case .fields: manifest.fields = try fields(value)
            case .params: manifest.parameters = try parameters(value)
            case .imports: manifest.imports = try imports(value)
            }
        }
    }

    private func unknownKey(_ key: Value) -> ManifestError {
        guard let name = key.text else {
            return ManifestError(key: nil, message: "plugin { … } has a value without a key; write name = value")
        }
        let hint = Suggestion.nearest(to: name, among: Manifest.keys).map { "; did you mean '\($0)'?" }
        let all = Manifest.keys.joined(separator: " ")
        return ManifestError(key: name, message: "plugin has no key '\(name)'" + (hint ?? "; its keys are: \(all)"))
    }

    private func mismatch(_ key: String, _ expected: String, _ value: Value) -> ManifestError {
        ManifestError(key: key, message: "plugin key '\(key)': expected \(expected), got \(value.typeName)")
    }

    private func text(_ value: Value, _ key: String) throws(ManifestError) -> String {
        guard let text = value.text else { throw mismatch(key, "a string", value) }
        return text
    }

    /// A line that lists and messages show.
    private func label(_ value: Value, _ key: String, longest: Int) throws(ManifestError) -> String {
        let label = try text(value, key)
        guard label.unicodeScalars.count <= longest, PlainText.escaped(label) == label else {
            let message =
                "plugin key '\(key)': expected one line of at most \(longest) characters, without control characters"
            throw ManifestError(key: key, message: message)
        }
        return label
    }

    private func table(_ value: Value, _ key: String, _ example: String) throws(ManifestError) -> Value.Table {
        guard case .table(let table) = value else { throw mismatch(key, "a table such as \(example)", value) }
        return table
    }

    private func number(_ value: Value, _ key: String) throws(ManifestError) -> Double {
        guard let number = value.asNumber else { throw mismatch(key, "a number", value) }
        guard number.isFinite else {
            throw ManifestError(key: key, message: "plugin key '\(key)': expected a finite number")
        }
        return number
    }

    private func wholeNumber(_ value: Value, _ key: String, _ range: ClosedRange<Int>) throws(ManifestError) -> Int {
        let number = try number(value, key)
        guard number == number.rounded(), number >= Double(range.lowerBound), number <= Double(range.upperBound) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            let got = Parameter.text(of: number)
            throw ManifestError(key: key, message: "plugin key '\(key)': expected a whole number \(bounds), got \(got)")
        }
        return Int(number)
    }

    private func flakes(_ value: Value) throws(ManifestError) -> Int {
        guard flakeLimit > 0 else {
            throw ManifestError(key: "flakes", message: "plugin key 'flakes': this host allows no flakes; leave it out")
        }
        return try wholeNumber(value, "flakes", 1...flakeLimit)
    }

    private func checkABI(_ value: Value) throws(ManifestError) {
        let abi = try number(value, "abi")
        guard abi == Double(Manifest.abi) else {
            let asked = Parameter.text(of: abi)
            let message = "the script is written for ABI \(asked); this host speaks ABI \(Manifest.abi)"
            throw ManifestError(key: "abi", message: message)
        }
    }

    private func viewWidth(_ value: Value) throws(ManifestError) -> Double? {
        let view = try table(value, "view", "{ width = 320 }")
        for entry in view.entries where entry.key.text != "width" {
            let name = entry.key.text ?? "[\(entry.key.typeName)]"
            throw ManifestError(key: "view", message: "plugin key 'view' has no '\(name)'; it has: width")
        }
        guard let width = view["width"] else { return nil }
        let units = try number(width, "width")
        guard units >= 1, units <= 100_000 else {
            let got = Parameter.text(of: units)
            throw ManifestError(key: "width", message: "plugin key 'width': expected 1 to 100000 units, got \(got)")
        }
        return units
    }

    private func fields(_ value: Value) throws(ManifestError) -> [Manifest.Field] {
        var fields: [Manifest.Field] = []
        for entry in try table(value, "fields", "{ phase = 0 }").entries {
            guard let name = entry.key.text, isIdentifier(name) else {
                let message = "plugin key 'fields': a field's name is a word of at most 32 letters"
                throw ManifestError(key: "fields", message: message)
            }
            guard !reservedFields.contains(name) else {
                throw ManifestError(key: name, message: "every flake already has '\(name)'; choose another name")
            }
            guard let initial = entry.value.asNumber else {
                let got = entry.value.typeName
                throw ManifestError(key: name, message: "field '\(name)': expected a number, got \(got)")
            }
            fields.append(Manifest.Field(name: name, initial: initial))
        }
        guard fields.count <= Manifest.fieldLimit else {
            let message = "plugin key 'fields': at most \(Manifest.fieldLimit), got \(fields.count)"
            throw ManifestError(key: "fields", message: message)
        }
        return fields
    }

    private func parameters(_ value: Value) throws(ManifestError) -> [Parameter] {
        var parameters: [Parameter] = []
        for entry in try table(value, "params", "{ wind = { 6, min = -60, max = 60 } }").entries {
            guard let name = entry.key.text, isIdentifier(name) else {
                throw ManifestError(key: "params", message: "plugin key 'params': a parameter's name is a word")
            }
            parameters.append(try parameter(name, entry.value))
        }
        guard parameters.count <= Manifest.parameterLimit else {
            let message = "plugin key 'params': at most \(Manifest.parameterLimit), got \(parameters.count)"
            throw ManifestError(key: "params", message: message)
        }
        return parameters
    }

    private func parameter(_ name: String, _ value: Value) throws(ManifestError) -> Parameter {
        if value.asNumber != nil {
            return try parameter(name, initial: value, options: Value.Table(entries: []))
        }
        guard case .table(let options) = value, let initial = options.sequence.first else {
            throw ManifestError(
                key: name, message: "param '\(name)': expected a number or { number, min = …, max = … }")
        }
        return try parameter(name, initial: initial, options: options)
    }

    private func parameter(
        _ name: String, initial: Value, options: Value.Table
    ) throws(ManifestError) -> Parameter {
        var minimum = -Double.infinity
        var maximum = Double.infinity
        var step: Double?
        var about = ""
        for entry in options.entries {
            if entry.key == .integer(1) { continue }
            switch entry.key.text.flatMap(Parameter.Option.init) {
            case .min: minimum = try bound(entry.value, name, "min")
            case .max: maximum = try bound(entry.value, name, "max")
            case .step: step = try bound(entry.value, name, "step")
            case .about:
                guard let text = entry.value.text else {
                    let got = entry.value.typeName
                    throw ManifestError(key: name, message: "param '\(name)': about: expected a string, got \(got)")
                }
                about = text
            case nil:
                let key = entry.key.text ?? "[\(entry.key.asNumber.map(Parameter.text) ?? entry.key.typeName)]"
                let options = Parameter.Option.allCases.map(\.rawValue).joined(separator: ", ")
                throw ManifestError(
                    key: name, message: "param '\(name)' has no '\(key)'; it has: a number, \(options)")
            }
        }
        guard let start = initial.asNumber else {
            let got = initial.typeName
            throw ManifestError(key: name, message: "param '\(name)': expected a number, got \(got)")
        }
        if let step, !(step > 0) {
            let got = Parameter.text(of: step)
            throw ManifestError(key: name, message: "param '\(name)': step: expected more than 0, got \(got)")
        }
        var isWhole = false
        if case .integer = initial { isWhole = step == nil || step == step?.rounded() }
        let ownStep = Parameter.ownStep(value: start, minimum: minimum, maximum: maximum, isWhole: isWhole)
        let parameter = Parameter(
            name: name, value: start, minimum: minimum, maximum: maximum, step: step ?? ownStep, about: about,
            isWhole: isWhole)
        guard minimum <= maximum else {
            throw ManifestError(key: name, message: "param '\(name)': min is greater than max")
        }
        if let objection = parameter.objection(to: start) {
            throw ManifestError(key: name, message: "param '\(name)' does not start within its bounds: \(objection)")
        }
        return parameter
    }

    private func bound(_ value: Value, _ name: String, _ option: String) throws(ManifestError) -> Double {
        guard let number = value.asNumber, !number.isNaN else {
            let message = "param '\(name)': \(option): expected a number, got \(value.typeName)"
            throw ManifestError(key: name, message: message)
        }
        return number
    }

    private func imports(_ value: Value) throws(ManifestError) -> [String] {
        var names: [String] = []
        for entry in try table(value, "imports", "{ \"image\" }").entries {
            guard let name = entry.value.text else { throw mismatch("imports", "a list of strings", entry.value) }
            names.append(name)
        }
        return names
    }

    private func isIdentifier(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard let first = bytes.first, bytes.count <= 32, !(0x30...0x39).contains(first) else { return false }
        return bytes.allSatisfy { byte in
            byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
        }
    }
}
