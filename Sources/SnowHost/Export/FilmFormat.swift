/// What kind of file frames are kept in.
package enum FilmFormat: String, CaseIterable, Sendable {
    case png, apng, cast, ans

    /// The format that a file's name asks for by its ending; nil for none of them.
    package init?(ofFile path: FilePath) {
        let name = path.fileName.description
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        self.init(rawValue: name[name.index(after: dot)...].lowercased())
    }

    /// Whether it holds more than one frame.
    package var isMoving: Bool {
        switch self {
        case .apng, .cast: true
        case .png, .ans: false
        }
    }

    /// In a few words.
    package var about: String {
        switch self {
        case .png: "a picture of one frame"
        case .apng: "an animated PNG that runs for ever"
        case .cast: "an asciicast, version 2, as asciinema plays it"
        case .ans: "one frame as text with colours, for cat"
        }
    }
}
