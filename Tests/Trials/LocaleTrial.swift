import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A script in a program that speaks another language.
enum LocaleTrial {
    /// Prints what the script makes of numbers, letters and the order of words; then the decimal points of the program,
    /// in an import and afterwards.
    static func run(_ arguments: [String]) throws {
        if let name = arguments.first {
            guard setlocale(LC_ALL, name) != nil else {
                print("there is no locale \(name)")
                exit(1)
            }
        }
        var seen: [String] = []
        var linker = Linker()
        linker.define("look") { (_) throws(ImportError) in seen.append(decimalPoint) }
        let source = """
            plugin { imports = { "look" } }
            local literal = 2.25
            function frame()
              print(literal, 1.5, 0.1 .. "", -1e-3, 2^53, 1e100)
              print(tonumber("1.5"), tonumber("1,5"), "1.5" + 1, pcall(function() return "1,5" + 1 end))
              print(("%.2f %g %a %5.1e %q"):format(1.5, 0.25, 0.5, 12345.678, 0.1))
              print(load("return 1.25")(), load("return 1,25")())
              print("a" < "B", "\\xE4" < "b", "z" < "\\xE4", "a\\0b" < "a\\0c", "Z" < "a")
              local words = { "b", "B", "a", "\\xE4", "A", "z" }
              table.sort(words)
              print(table.concat(words, " "))
              print(("\\xE4\\xC4\\xDF"):upper(), ("\\xC4"):lower(), ("\\xE4"):find("%a"), ("\\xC4"):find("%u"), ("\\xA0"):find("%s"))
              print(("\\xE4x"):match("^%w+"), ("\\xAB"):find("%p"), ("\\x80"):find("%c"), ("\\xE4"):find("[%l]"))
              look()
              print(1.5, tonumber("1.5"), ("\\xE4"):find("%a"))
              print(coroutine.wrap(function() look() coroutine.yield(0.5) end)(), pcall(look), 3.5)
            end
            """
        let layer = try Layer(
            module: try Module(source: source, name: "a.lua"), linker: linker, width: 80, height: 48)
        layer.step(seconds: 0)
        for line in layer.instance.log.lines { print(line) }
        print(layer.trap?.description ?? "no trap")
        print(seen.joined(), decimalPoint)
    }

    private static var decimalPoint: String {
        localeconv().pointee.decimal_point.map { String(cString: $0) } ?? ""
    }
}
