/// Why bytes could not become an image.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// They are no PNG file.
    case notPNG
    /// They begin as a PNG file, and are not whole or not right; the words are the decoder's.
    case broken(String)
    /// There is no pixel in it.
    case empty
    /// It has more pixels than it may.
    case tooLarge(width: Int, height: Int, mostPixels: Int)
    /// The number of pixels is not that of the size.
    case wrongCount(expected: Int, got: Int)

    /// One sentence, without the file.
    public var description: String {
        switch self {
        case .notPNG: "expected a PNG file, got something else"
        case .broken(let words): "this PNG file is broken (\(words))"
        case .empty: "an image has at least one pixel"
        case .tooLarge(let width, let height, let most):
            "\(width) × \(height) pixels, more than the \(most) that an image may have; make it smaller"
        case .wrongCount(let expected, let got): "expected \(expected) pixels, got \(got)"
        }
    }
}
