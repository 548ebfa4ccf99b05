/// An image behind the flakes, and how it is laid over the view.
public struct Backdrop: Sendable {
    /// What is seen.
    public let image: Image
    /// What happens where its shape is not the view's. Repeated, each of its pixels is one unit of the view.
    public let fit: ImageFit

    /// A backdrop of an image.
    public init(_ image: Image, fit: ImageFit = .fill) {
        self.image = image
        self.fit = fit
    }
}

extension Backdrop: Equatable {
    /// Whether both show the very same image in the same way.
    public static func == (left: Backdrop, right: Backdrop) -> Bool {
        left.image === right.image && left.fit == right.fit
    }
}
