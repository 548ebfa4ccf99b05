import SnowHost
import Testing

/// What a library function holds when a callback of the script's raises, in a coroutine that nobody closes.
@Suite struct LeftoverTests {
    private static let failures: [(name: String, body: String)] = [
        ("gsub with a function", "big:gsub('()', function(i) if i == 4 then raise() end return big end)"),
        (
            "gsub with a table",
            "big:gsub('()', setmetatable({}, { __index = function(_, i) if i == 4 then raise() end return big end }))"
        ),
        ("gsub with words", "big:gsub('.*()', big .. '%2')"),
        ("string.char", "string.char(table.unpack(bytes))"),
        ("utf8.char", "utf8.char(table.unpack(bytes))"),
        ("string.pack", "string.pack('zzi1', big, big, {})"),
        ("string.format", "('%s%s%s'):format(big, big, setmetatable({}, { __tostring = raise }))"),
        ("table.concat", "table.concat({ big, big, {} })"),
        (
            "table.concat with metamethods",
            "table.concat(setmetatable({ big, big }, { __index = raise, __len = function() return 3 end }))"
        ),
        (
            "load",
            "local n = 0 assert(load(function() n = n + 1 if n == 3 then raise() end return '--' .. big .. '\\n' end))"
        ),
        ("table.sort", "table.sort(many, raise)"),
        ("gmatch", "for _ in big:gmatch('.*') do raise() end"),
        ("pairs", "for _ in pairs(many) do raise() end"),
        ("a coroutine that waits", "for word in big:gmatch('.*') do coroutine.yield() end raise()"),
    ]

    @Test(arguments: failures.indices)
    func `nothing is left of a library call that failed`(number: Int) throws {
        let failure = Self.failures[number]
        var options = Layer.Options()
        options.limits.memory = 1 << 20
        options.limits.loading = .seconds(60)
        let layer = try makeLayer(
            """
            local big, bytes, many = ("x"):rep(1500), {}, {}
            for i = 1, 1200 do bytes[i] = 65 end
            bytes[1201] = {}
            for i = 1, 50 do many[i] = i end
            local function raise() error("failed") end
            function init()
              for i = 1, 10000 do
                local co = coroutine.create(function() \(failure.body) end)
                local fine = coroutine.resume(co)
                assert(not fine or coroutine.status(co) == "suspended")
              end
            end
            """, options: options)
        layer.start()
        #expect(layer.trap == nil, "\(failure.name): \(layer.trap.map(String.init(describing:)) ?? "")")
    }
}
