/// A name that scripts see, and what is to be said of it.
///
/// What links scripts holds these entries, and the reference, the type stubs and the words of errors are made of them:
/// nothing can be lent to a script without them. Types are spelled as the Lua language server spells them. In texts,
/// code stands between backquotes.
package struct ReferenceEntry: Hashable, Sendable {
    /// A value that a function takes, or gives back.
    package struct Value: Hashable, Sendable {
        /// Three dots stand for any number of values.
        package let name: String
        package let type: String
        /// A phrase; empty where the name says it.
        package let about: String
        /// Whether it may be left out.
        package let isOptional: Bool

        /// A value that a function takes or gives.
        package init(_ name: String, _ type: String, _ about: String = "", isOptional: Bool = false) {
            self.name = name
            self.type = type
            self.about = about
            self.isOptional = isOptional
        }
    }

    /// One way to call a function.
    package struct Signature: Hashable, Sendable {
        package let parameters: [Value]
        package let results: [Value]

        /// A way to call that takes and gives these values.
        package init(_ parameters: [Value], gives results: [Value] = []) {
            self.parameters = parameters
            self.results = results
        }

        /// How many arguments must be there, and may be; `Int.max` for any number.
        package var argumentCount: ClosedRange<Int> {
            let required = parameters.count { !$0.isOptional && $0.name != "..." }
            return required...(parameters.last?.name == "..." ? .max : parameters.count)
        }

        /// `(x, y[, z])`.
        package var text: String {
            var text = ""
            var openCount = 0
            for parameter in parameters {
                if parameter.isOptional {
                    text += "["
                    openCount += 1
                }
                text += (text.isEmpty || text == "[" ? "" : ", ") + parameter.name
            }
            return "(" + text + String(repeating: "]", count: openCount) + ")"
        }

        /// `width, height`, or the types where results have no names.
        package var resultText: String {
            results.map { $0.name.isEmpty ? $0.type : $0.name }.joined(separator: ", ")
        }
    }

    /// What kind of thing the name stands for.
    package enum Shape: Hashable, Sendable {
        /// A function, with the ways to call it; the first is the main one.
        case function([Signature])
        /// A value, or a key of a table that scripts write.
        case value(type: String, unit: String, initial: String, isReadOnly: Bool)
        /// A word that stands for itself, in quotes.
        case word
    }

    package let name: String
    package let shape: Shape
    /// A function's is a sentence; of anything else a phrase.
    package let about: String
    /// Sentences that a table has no room for.
    package let details: [String]
    /// What raises an error, as phrases.
    package let errors: [String]

    /// A function with one way to call it.
    package static func function(
        _ name: String, _ parameters: [Value] = [], gives results: [Value] = [], about: String,
        details: [String] = [], errors: [String] = []
    ) -> ReferenceEntry {
        function(
            name, [Signature(parameters, gives: results)], about: about, details: details, errors: errors)
    }

    /// A function with several ways to call it.
    package static func function(
        _ name: String, _ signatures: [Signature], about: String, details: [String] = [], errors: [String] = []
    ) -> ReferenceEntry {
        ReferenceEntry(name: name, shape: .function(signatures), about: about, details: details, errors: errors)
    }

    /// A value; `initial` is what it is where nobody says otherwise.
    package static func value(
        _ name: String, _ type: String, unit: String = "", initial: String = "", isReadOnly: Bool = false,
        about: String, details: [String] = []
    ) -> ReferenceEntry {
        ReferenceEntry(
            name: name, shape: .value(type: type, unit: unit, initial: initial, isReadOnly: isReadOnly), about: about,
            details: details, errors: [])
    }

    /// A word in quotes.
    package static func word(_ name: String, about: String) -> ReferenceEntry {
        ReferenceEntry(name: name, shape: .word, about: about, details: [], errors: [])
    }

    /// The ways to call it; none for what is no function.
    package var signatures: [Signature] {
        if case .function(let signatures) = shape { signatures } else { [] }
    }
}
