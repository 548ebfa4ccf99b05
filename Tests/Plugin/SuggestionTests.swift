import SnowHost
import Testing

@testable import SnowHost

@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("colour", "color"), ("sped", "speed"), ("rotaton", "rotation"), ("rotatoin", "rotation"),
            ("with", "width"),
            ("Alpha", "alpha"), ("heigth", "height"), ("rot", "rotation"), ("dept", "depth"), ("alhpa", "alpha"),
            ("zzz", nil), ("q", nil), ("", nil), ("temperature", nil),
        ] as [(String, String?)])
    func `the nearest name is suggested, or none`(typed: String, expected: String?) {
        #expect(Suggestion.nearest(to: typed, among: FlakeField.builtInNames + ["color", "glyph"]) == expected)
    }

    @Test func `the first of equally near names is taken, and long words are not compared`() {
        #expect(Suggestion.nearest(to: "bat", among: ["cat", "bar"]) == "cat")
        #expect(Suggestion.nearest(to: "x", among: []) == nil)
        let long = String(repeating: "a", count: 1_000_000)
        #expect(Suggestion.nearest(to: long, among: [long]) == nil)
        #expect(Suggestion.nearest(to: "alpha", among: [long, "alpha"]) == "alpha")
    }
}
