import SnowHost

/// The command line that plays the same scripts with the values that their parameters have now.
struct TunedLine {
    /// Without the line feed.
    let text: String

    /// The line for layers that were made of operands, in the same order; parameters with the header's values are
    /// left out.
    init(of layers: [Layer], operands: [FilePath], grants: Set<Grant>) {
        let grants = Grant.allCases.filter(grants.contains).flatMap { ["--allow", $0.rawValue] }
        let flags = (grants + Self.settings(of: layers)).map { FilePath($0) }
        let isFlagLike = operands.contains { $0.hasPrefix("-") }
        let words = isFlagLike ? flags + ["--"] + operands : operands + flags
        text = (["snowscript", "run"] + words).map(\.shellWord).joined(separator: " ")
    }

    private static func settings(of layers: [Layer]) -> [String] {
        var words: [String] = []
        for (number, layer) in layers.enumerated() {
            for (name, value) in layer.tunedParameters {
                let owners = layers.filter { $0.parameterValues[name] != nil }
                let isShared = owners.count > 1
                let isEqual = owners.allSatisfy { $0.parameterValues[name] == value }
                let first = owners.first { $0.tunedParameters.contains { $0.name == name } }
                // Of several scripts with the same value the first that was tuned speaks for all.
                if isEqual, first !== layer { continue }
                let prefix = isShared && !isEqual ? scriptName(number, among: layers) + "." : ""
                words += ["--set", "\(prefix)\(name)=\(Parameter.text(of: value))"]
            }
        }
        return words
    }

    /// How `--set` may call a script: by its name where that is a plain word that no other has, else by its place.
    private static func scriptName(_ number: Int, among layers: [Layer]) -> String {
        let name = layers[number].instance.manifest.name
        let isUnique = layers.count { $0.instance.manifest.name == name } == 1
        let isWord = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        return isUnique && isWord && name.first?.isLetter == true ? name : String(number + 1)
    }
}
