import Testing

/// What a program says of its language has no part in a script.
@Suite struct LocaleTests {
    @Test func `a script makes the same of numbers, letters and words in every language`() throws {
        let plain = try PipedRun(["locale"], executable: TestBinary.trials)
        #expect(plain.ending == .exited(0))
        #expect(plain.output.hasSuffix("no trap\n... .\n"), "\(plain.output)")

        let folder = try TemporaryFolder()
        #if os(Linux)
            // One byte a letter: it differs in commas, in the order of words, and in what is a letter.
            let made = try PipedRun(
                ["--no-archive", "-i", "de_DE", "-f", "ISO-8859-1", "\(folder.path)/de_DE"],
                executable: "/usr/bin/localedef")
            #expect(made.ending == .exited(0), "\(made.errors)")
            let name = "de_DE"
        #else
            let name = "de_DE.ISO8859-1"
        #endif
        let german = try PipedRun(
            ["locale", name], executable: TestBinary.trials, environment: ["LOCPATH": folder.path])
        #expect(german.ending == .exited(0), "\(german.output)")
        // The program keeps its commas, in its imports, too.
        #expect(german.output == plain.output.replacing("no trap\n... .\n", with: "no trap\n,,, ,\n"))
    }
}
