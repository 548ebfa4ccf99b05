/// A way of showing a canvas as pixels on a terminal that draws more than characters.
///
/// The cells keep what they show where there is no flake. What stands in cells of its own, such as text, figures and snow
/// that lies, is before the flakes: pixels are left out there. `encode` may be called any number of times; only `commit`
/// says that its bytes went out.
package protocol PixelBlitter {
    /// How exactly opacities are shown.
    var detail: ShadeDetail { get set }

    /// The bytes that `encode` made.
    var output: ByteBuffer { get }

    /// Where each picture among them ends, in order; what comes after the last needs no place.
    var pictureEnds: [Int] { get }

    /// Where on the terminal the upper left cell is.
    var place: PixelRelay.Place { get set }

    /// Takes a new size; nothing is known of what the terminal shows.
    mutating func resize(columns: Int, rows: Int, cell: PixelCell)

    /// Notes that the terminal may show anything, or nothing.
    mutating func forget()

    /// Makes bytes of what differs from what was committed; they are sent before the cells of the frame.
    ///
    /// - Parameters:
    ///   - cloth: What the cells of `grid` show where there is nothing but flakes.
    ///   - grid: The cells of the frame; those are marked that pixels cover whole, which are not to be written.
    ///   - shown: The cells that the terminal shows; those are marked that the pixels may spoil, which are to be written.
    mutating func encode(
        _ canvas: borrowing Canvas, over cloth: borrowing Backcloth, within grid: inout CellGrid,
        shown: inout CellGrid, palette: borrowing Palette)

    /// Notes that the bytes are on their way to the terminal.
    mutating func commit()
}
