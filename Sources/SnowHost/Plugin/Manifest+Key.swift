extension Manifest {
    /// A key of the header.
    package enum Key: String, CaseIterable, Sendable {
        case name, about, abi, view, flakes, fields, params, imports

        /// What the reference says of it.
        package var reference: ReferenceEntry {
            switch self {
            case .name:
                .value(
                    rawValue, "string", initial: "the file's name", about: "what the script is called, on one line")
            case .about: .value(rawValue, "string", about: "what it shows, on one line")
            case .abi:
                .value(
                    rawValue, "integer", initial: "\(Manifest.abi)",
                    about: "the contract with the host that the script is written for")
            case .view:
                .value(
                    rawValue, "{ width: number }",
                    about: "`{ width = W }`: W units across the picture, whatever the terminal's size")
            case .flakes:
                .value(
                    rawValue, "integer", initial: "\(Manifest(name: "").flakes)", about: "the most flakes alive at once"
                )
            case .fields:
                .value(
                    rawValue, "table<string, number>",
                    about: "numbers of your own on every flake, with their defaults; at most \(Manifest.fieldLimit)")
            case .params:
                .value(
                    rawValue, "table<string, number|ParameterOptions>",
                    about: "numbers that are set from outside; at most \(Manifest.parameterLimit)")
            case .imports:
                .value(rawValue, "string[]", about: "what the host must grant beyond the standard imports")
            }
        }
    }
}

extension Parameter {
    /// A key of a parameter's table in the header; the number it starts with stands before them, without a key.
    package enum Option: String, CaseIterable, Sendable {
        case min, max, step, about

        /// What the reference says of it.
        package var reference: ReferenceEntry {
            switch self {
            case .min: .value(rawValue, "number", about: "the least value")
            case .max: .value(rawValue, "number", about: "the greatest value")
            case .step:
                .value(
                    rawValue, "number", initial: "a 50th",
                    about:
                        "how far an arrow key turns it: without it a 50th of the range, and without a range a 20th of the "
                        + "number, rounded down to 1, 2 or 5 with zeros; at least 1 for a whole number")
            case .about: .value(rawValue, "string", about: "what it does, with its unit")
            }
        }
    }

    /// What the reference says of the number that a parameter starts with.
    package static let initialReference = ReferenceEntry.value(
        "[1]", "number", about: "the value it starts with; one written without a fraction stays whole")
}
