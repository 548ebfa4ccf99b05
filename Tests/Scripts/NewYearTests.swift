import Testing

@testable import SnowHost

@Suite struct NewYearTests {
    /// How many dots the characters have that are written.
    private func dots(_ words: String) -> Int {
        let dots: [Character: Int] = [
            "0": 12, "1": 8, "2": 11, "3": 11, "4": 9, "5": 11, "6": 12, "7": 7, "8": 13, "9": 12, ":": 2,
        ]
        return words.reduce(0) { $0 + (dots[$1] ?? 0) }
    }

    @Test(arguments: [
        (12, 31, 23, 59, 59.2, "1"), (12, 31, 23, 59, 50, "10"), (12, 31, 23, 58, 59, "1:01"),
        (12, 31, 20, 15, 30, "3:44:30"), (12, 31, 1, 0, 0, "23:00:00"), (1, 1, 0, 10, 0, "2026"),
        (12, 31, 0, 10, 0, "2027"),
    ])
    func `what is left until midnight is written without zeros in front, and then the year`(
        month: Int, day: Int, hour: Int, minute: Int, second: Double, words: String
    ) throws {
        let moment = WallClock(year: 2026, month: month, day: day, hour: hour, minute: minute, second: second)
        let layer = try bundledLayer("newyear", at: moment)
        layer.step(seconds: 0)
        #expect(layer.trap == nil)
        #expect(layer.scene.count == dots(words))
    }

    @Test func `at midnight every flake bursts, and in the end only the year and some fireworks are there`() throws {
        let layer = try bundledLayer("newyear", set: ["wait": 1])
        layer.step(seconds: 0)
        #expect(layer.scene.count == dots("1"))
        for _ in 0..<11 { layer.step(seconds: 0.1) }
        #expect(layer.scene.count >= dots("1") * 50)
        for _ in 0..<50 { layer.step(seconds: 0.1) }
        #expect(layer.scene.flakes.filter { $0.color == 0xFFD36B }.count == dots("2027"))
        #expect(layer.trap == nil)
    }
}
