/// Why a film could not be made.
package enum FilmError: Error, Equatable, CustomStringConvertible {
    /// A picture that libpng, or a viewer, would not take.
    case tooManyPixels(width: Int, height: Int, most: Int)
    /// An animation that would have to be kept in memory.
    case tooLong(frames: Int)
    case noMemory

    package var description: String {
        switch self {
        case .tooManyPixels(let width, let height, let most):
            "expected a picture of at most \(most >> 20) million pixels, got one of \(width)x\(height); "
                + "make --size or --scale smaller"
        case .tooLong(let frames):
            "expected changes that fit into memory, got too many in \(frames) frames; make --size or --frames smaller"
        case .noMemory: "expected memory for the picture, got none; make --size or --scale smaller"
        }
    }
}
