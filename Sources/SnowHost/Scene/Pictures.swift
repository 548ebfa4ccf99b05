/// The pictures of a scene: those that flakes are drawn from, found by their numbers, and the one behind them all.
package final class Pictures {
    /// The picture of number `index + 1`; nil where a number is free.
    package private(set) var sprites: [ImageLevels?] = []
    /// What lies behind the flakes.
    package var backdrop: Backdrop?

    /// No pictures.
    package init() {}

    /// The same pictures under the same numbers.
    package convenience init(_ other: Pictures) {
        self.init()
        sprites = other.sprites
        backdrop = other.backdrop
    }

    /// Becomes the same as others.
    package func take(_ other: Pictures) {
        sprites = other.sprites
        backdrop = other.backdrop
    }

    /// The picture of a number; nil for 0, and for a number that has none.
    @inline(__always)
    package func sprite(_ number: UInt32) -> ImageLevels? {
        number > 0 && number <= sprites.count ? sprites[Int(number) - 1] : nil
    }

    /// Gives a number another picture, or none; numbers up to it are free.
    package func set(_ sprite: ImageLevels?, number: UInt32) {
        while sprites.count < number { sprites.append(nil) }
        sprites[Int(number) - 1] = sprite
    }

    /// The number of an image, which gets one if it has none.
    func number(of image: Image) -> UInt32 {
        if let known = sprites.firstIndex(where: { $0?.image === image }) { return UInt32(known) + 1 }
        let free = sprites.firstIndex { $0 == nil } ?? sprites.count
        set(ImageLevels(image), number: UInt32(free) + 1)
        return UInt32(free) + 1
    }
}
