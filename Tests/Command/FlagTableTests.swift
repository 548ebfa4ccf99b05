import SnowHost
import Testing

@testable import snowscript

/// Commands with the one that needs no name.
let everyCommand = [Command.root] + Command.all

@Suite struct FlagTableTests {
    /// A value that each flag takes and that changes the options.
    private static let samples = [
        "allow": "clock", "calm": "", "hud": "", "memory": "8M", "deadline": "50ms", "fuel": "1000000",
        "flakes": "5000",
        "no-compile": "", "no-lockdown": "",
        "fps": "30", "seed": "7",
        "for": "10s",
        "frames": "100",
        "set": "wind=3", "blitter": "half",
        "color": "256", "background": "light", "size": "80x24", "help": "", "version": "", "generate": "man",
        "json": "", "backdrop": "words.txt", "strict": "", "expect": "1-0123456789abcdef", "verbose": "",
        "max-bps": "20K", "passthrough": "", "sync": "on", "stats": "",
        "markdown": "", "stubs": "types", "from": "snowfall", "bare": "",
        "record": "snow.cast", "output": "snow.png", "format": "apng", "at": "2s", "scale": "2",
    ]

    @Test(arguments: everyCommand.map(\.line))
    func `every flag says what it is in all the ways it is asked`(line: String) throws {
        let command = try #require(everyCommand.first { $0.line == line })
        for flag in command.flags {
            let name = "\(line) --\(flag.long)"
            #expect(!flag.long.isEmpty && flag.long.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)")
            #expect(!flag.brief.isEmpty && flag.brief.count <= 50 && !flag.brief.hasSuffix("."), "\(name)")
            #expect(flag.detail.hasSuffix(".") || (flag.detail.hasSuffix(":") && !flag.choices.isEmpty), "\(name)")
            #expect(flag.detail.first?.isUppercase == true, "\(name)")
            #expect(flag.placeholder?.isEmpty != true, "\(name)")
            #expect(flag.choices.isEmpty || flag.placeholder != nil, "\(name)")
            #expect(flag.choices.allSatisfy { !$0.name.isEmpty && !$0.brief.isEmpty }, "\(name)")
            #expect(flag.synonyms.values.allSatisfy { word in flag.choices.contains { $0.name == word } }, "\(name)")
        }
    }

    @Test(arguments: everyCommand.map(\.line))
    func `names and letters of flags are used once, and help is among them`(line: String) throws {
        let command = try #require(everyCommand.first { $0.line == line })
        #expect(Set(command.flags.map(\.long)).count == command.flags.count)
        let letters = command.flags.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
        #expect(command.flags.contains { $0.long == "help" && $0.short == "h" })
    }

    @Test(arguments: everyCommand.map(\.line))
    func `every flag changes the options`(line: String) throws {
        let command = try #require(everyCommand.first { $0.line == line })
        for flag in command.flags {
            let sample = try #require(Self.samples[flag.long], "\(flag.long) has no sample here")
            var options = Options()
            try flag.apply(&options, FilePath(sample))
            #expect(options != Options(), "--\(flag.long)")
        }
    }

    @Test(arguments: everyCommand.map(\.line))
    func `every choice and synonym that is named is taken`(line: String) throws {
        let command = try #require(everyCommand.first { $0.line == line })
        for flag in command.flags where !flag.choices.isEmpty {
            for word in flag.choices.map(\.name) + flag.synonyms.keys {
                var options = Options()
                try flag.apply(&options, FilePath(word))
            }
        }
    }

    @Test(arguments: everyCommand.map(\.line))
    func `every command has a brief, a detail and examples that parse as itself`(line: String) throws {
        let command = try #require(everyCommand.first { $0.line == line })
        #expect(!command.brief.isEmpty && !command.brief.hasSuffix("."))
        #expect(command.detail.hasSuffix("."))
        for example in command.examples {
            #expect(!example.purpose.isEmpty)
            let words = example.line.prefix { $0 != ">" }.split(separator: " ").map { FilePath(String($0)) }
            #expect(words.first == "snowscript")
            _ = try Invocation(parsing: Array(words.dropFirst()))
        }
    }
}
