import Testing

@testable import SnowHost

@Suite struct SolidShapeTests {
    @Test(
        arguments: [
            ("#", 0, 8, 0, 8), ("_", 7, 8, 7, 8), (".", 6, 8, 6, 8), ("'", 0, 4, 0, 4), ("/", 4, 8, 0, 8),
            ("\\", 0, 8, 4, 8), ("█", 0, 8, 0, 8), ("▀", 0, 4, 0, 4), ("▄", 4, 8, 4, 8), ("▁", 7, 8, 7, 8),
            ("▇", 1, 8, 1, 8), ("▌", 0, 8, 0, 0), ("▐", 0, 0, 0, 8), ("▖", 4, 8, 0, 0), ("▗", 0, 0, 4, 8),
            ("▘", 0, 4, 0, 0), ("▝", 0, 0, 0, 4), ("▙", 0, 8, 4, 8), ("▚", 0, 4, 4, 8), ("▛", 0, 8, 0, 4),
            ("▜", 0, 4, 0, 8), ("▞", 4, 8, 0, 4), ("▟", 4, 8, 0, 8), ("░", 0, 8, 0, 8), ("─", 3, 5, 3, 5),
            ("┏", 3, 8, 3, 5), ("┓", 3, 5, 3, 8), ("┃", 0, 8, 0, 8), ("╻", 3, 8, 3, 8), ("⣿", 0, 8, 0, 8),
            ("⡀", 6, 8, 0, 0), ("⠈", 0, 0, 0, 2), ("🬂", 0, 2, 0, 2), ("🬋", 2, 5, 2, 5), ("🬭", 5, 8, 5, 8),
            ("é", 0, 8, 0, 8), ("雪", 0, 8, 0, 8),
        ] as [(Character, Int, Int, Int, Int)])
    func `snow finds the shape of a character`(
        character: Character, leftStart: Int, leftEnd: Int, rightStart: Int, rightEnd: Int
    ) throws {
        let scalar = try #require(character.unicodeScalars.first).value
        #expect(SolidShape.extent(of: scalar, isRight: false) == (leftStart, leftEnd))
        #expect(SolidShape.extent(of: scalar, isRight: true) == (rightStart, rightEnd))
    }

    @Test func `no character has a shape outside of its cell`() {
        for scalar in (0...0x2FFF as ClosedRange<UInt32>).filter({ Unicode.Scalar($0) != nil })
            + Array(0x1FB00...0x1FBFF)
        {
            for isRight in [false, true] {
                let extent = SolidShape.extent(of: scalar, isRight: isRight)
                #expect(extent.start >= 0 && extent.start <= extent.end && extent.end <= 8, "\(scalar)")
            }
        }
    }
}
