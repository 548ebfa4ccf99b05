import SnowHost
import Testing

@Suite struct FlakeFieldTests {
    @Test func `every built-in field has a name and a default`() {
        #expect(FlakeField.builtInNames.count == FlakeField.firstExtra)
        #expect(FlakeField.builtInDefaults.count == FlakeField.firstExtra)
    }
}
