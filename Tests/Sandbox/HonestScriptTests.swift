internal import CLua
@testable import SnowHost
import Testing

/// What the sandbox must leave alone.
@Suite struct HonestScriptTests {
    private func lines(_ body: String) throws -> [String] {
        var options = Layer.Options()
        options.limits.callback = .seconds(20)
        let layer = try makeLayer("function frame()\n\(body)\nend", options: options)
        layer.step(seconds: 0)
        if let trap = layer.trap { throw trap }
        return layer.instance.log.lines
    }

    @Test(arguments: [
        ("print(pcall(error, 'x', 0))", ["false    x"]),
        ("print(select('#', pcall(function() return 1, nil, 3 end)))", ["4"]),
        ("print(pcall(error, nil))", ["false    nil"]),
        ("print(xpcall(error, function(m) return m .. '!' end, 'x', 0))", ["false    x!"]),
        ("print(xpcall(function(...) return ... end, print, 1, 2))", ["true    1    2"]),
        ("print(pcall(pcall, error))", ["true    false    nil"]),
        (
            "local c = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end) print(c(1), c(5))",
            ["2    10"]
        ),
        (
            "local c = coroutine.create(function() pcall(coroutine.yield, 1) error('x', 0) end) print(coroutine.resume(c)) print(coroutine.resume(c)) print(coroutine.status(c), coroutine.resume(c))",
            ["true    1", "false    x", "dead    false    cannot resume dead coroutine"]
        ),
        ("print(pcall(coroutine.wrap(function() error('x', 0) end)))", ["false    x"]),
        ("print(pcall(coroutine.wrap(function() error({}) end)))", ["false    table"]),
        (
            "local c = coroutine.create(function() local x <close> = setmetatable({}, {__close=function() print('closed') end}) coroutine.yield() end) coroutine.resume(c) print(coroutine.close(c), coroutine.status(c))",
            ["closed", "true    dead"]
        ),
        (
            "local c = coroutine.create(function() local x <close> = setmetatable({}, {__close=function() error('y', 0) end}) coroutine.yield() end) coroutine.resume(c) print(coroutine.close(c))",
            ["false    y"]
        ),
        (
            "do local x <close> = setmetatable({}, {__close=function(_, e) print(e) end}) end print('after')",
            ["nil", "after"]
        ),
        ("print(coroutine.isyieldable(), coroutine.wrap(coroutine.isyieldable)())", ["false    true"]),
        (
            "print(load('return 1 + 1')(), load('x ='))",
            ["2    nil    [string \"x =\"]:1: unexpected symbol near <eof>"]
        ),
        ("local n = 0 print(load(function() n = n + 1 return ({'return ', '7'})[n] end)())", ["7"]),
        ("print(load('return a', 'n', 't', {a = 3})())", ["3"]),
        ("local t = {} t.t = t print(#table.pack(1, 2, nil), table.unpack({1, 2, 3}, 2))", ["2    2    3"]),
    ])
    func `ordinary error handling and coroutines work`(body: String, expected: [String]) throws {
        #expect(try lines(body) == expected)
    }

    @Test(arguments: [
        (
            "print(('a\\0b'):find('%z'), ('a\\0b'):match('[^%z]*'), ('ab'):gsub('%f[%z]', '|'))",
            ["2    a    ab|    1"]
        ),
        ("print(('b'):find('a['), pcall(string.find, 'a', 'a['))", ["nil    false    malformed pattern (missing ']')"]),
        ("print(('b'):find('a(()'), pcall(string.match, 'a', '(a'))", ["nil    false    unfinished capture"]),
        ("print(load('return 1', 'n', 'b'))", ["nil    attempt to load a text chunk (mode is 'b')"]),
        ("print(load('\\27Lua', 'n', 't'))", ["nil    attempt to load a binary chunk (mode is 't')"]),
        ("print(load(function() error('unread', 0) end))", ["nil    unread"]),
        ("print(load(function() return {} end))", ["nil    test.lua:2: reader function must return a string"]),
        ("print(pcall(load('error()', 'two\\nlines') or error, nil))", ["false    nil"]),
        ("print(select(2, pcall(load('error(\"x\")'))))", ["[string \"error(\"x\")\"]:1: x"]),
        ("print(select(2, pcall(load(function() end))), load('return', '=(name)'))", ["nil    function"]),
        ("print(pcall(math.random, 1, 2, 3))", ["false    wrong number of arguments"]),
        (
            "print(math.type(math.random(math.mininteger, math.maxinteger)), math.type(math.random(0)))",
            ["integer    integer"]
        ),
        ("print(pcall(math.random, 2, 1))", ["false    bad argument #1 to 'math.random' (interval is empty)"]),
        ("print(pcall(next, {}, 'x'))", ["false    invalid key to 'next'"]),
        ("local t = { a = 1, b = 2 } local k = next(t) t[k] = nil print(next(t, k), next(t, 'b'))", ["b    nil"]),
        (
            """
            local t = setmetatable({}, { __pairs = function(t) coroutine.yield('first') return next, { 7 } end })
            local c = coroutine.wrap(function() for k, v in pairs(t) do coroutine.yield(v) end end)
            print(c(), c())
            """, ["first    7"]
        ),
        ("print(pcall(string.byte, ('x'):rep(2000000), 1, -1))", ["false    stack overflow (string slice too long)"]),
        ("print(pcall(string.rep, 'ab', math.maxinteger))", ["false    resulting string too large"]),
        (
            """
            local read, written = {}, {}
            local t = setmetatable({}, { __len = function() return 3 end,
              __index = function(_, i) read[#read + 1] = i return 10 * i end,
              __newindex = function(_, i, v) written[#written + 1] = i .. '=' .. tostring(v) end })
            print(table.concat(t, ' '), table.unpack(t))
            table.insert(t, 1, 'new') print(table.concat(written, ' '))
            print(table.remove(t, 1), #written, pcall(table.insert, t, 5, 'x'))
            """,
            [
                "10 20 30    10    20    30", "4=30 3=20 2=10 1=new",
                "10    7    false    bad argument #2 to 'table.insert' (position out of bounds)",
            ]
        ),
        (
            "print(pcall(function() for k in pairs(nil) do end end))",
            ["false    test.lua:2: bad argument #1 to 'for iterator' (table expected, got nil)"]
        ),
        ("print(pcall(string.rep))", ["false    bad argument #1 to 'string.rep' (string expected, got no value)"]),
    ])
    func `libraries do what Lua's own do`(body: String, expected: [String]) throws {
        #expect(try lines(body) == expected)
    }

    /// What later releases of Lua mended, here on all of them.
    @Test(arguments: [
        ("for p, c in utf8.codes('ab\\u{20AC}') do print(p, c) end", ["1    97", "2    98", "3    8364"]),
        (
            "print(pcall(function() for _ in utf8.codes('a\\x80b') do end end))",
            ["false    test.lua:2: invalid UTF-8 code"]
        ),
        ("print(pcall(utf8.codes, '\\x80'))", ["false    bad argument #1 to 'utf8.codes' (invalid UTF-8 code)"]),
        ("print(utf8.len('\\xff' .. ('\\x80'):rep(7), 1, -1, true))", ["nil    1"]),
        ("print(utf8.len('\\xfe' .. ('\\x80'):rep(6), 1, -1, true))", ["nil    1"]),
        ("print(string.packsize(('c214748364'):rep(1000)))", ["214748364000"]),
        (
            "local f = ('aXbY'):gmatch('%w-%u[') print(pcall(f)) print(pcall(f))",
            ["false    malformed pattern (missing ']')", "false    malformed pattern (missing ']')"]
        ),
        ("print('a\\0b' < 'a\\0c', 'a\\0' < 'a', 'a' < 'a\\0', 'a\\0z' <= 'a\\0')", ["true    false    true    false"]),
        ("local s = ('x'):rep(50) print(#(s .. s .. s .. s))", ["200"]),
    ])
    func `faults of old libraries are mended`(body: String, expected: [String]) throws {
        #expect(try lines(body) == expected)
    }

    @Test func `classes, inheritance and metamethods added after the first object work`() throws {
        let printed = try lines(
            """
            local Base = {} Base.__index = Base
            function Base.new(class, name) return setmetatable({ name = name }, class) end
            function Base:hello() return "I am " .. self.name end
            local Derived = setmetatable({}, { __index = Base }) Derived.__index = Derived
            local one = Derived:new("one")
            function Derived:hello() return Base.hello(self) .. ", derived" end
            Derived.__tostring = function(self) return "<" .. self.name .. ">" end
            Derived.__add = function(a, b) return a.name .. "+" .. b.name end
            Derived.__eq = function() return true end
            Derived.__call = function(self, x) return x * 2 end
            print(one:hello(), tostring(one), one + Derived:new("two"), one == Derived:new("x"), one(21))
            print(getmetatable(one) == Derived, rawget(one, "hello"))
            """)
        #expect(printed == ["I am one, derived    <one>    one+two    true    42", "true    nil"])
    }

    @Test func `no table is weak and no finaliser runs, however their names come into the metatable`() throws {
        let printed = try lines(
            """
            local ran = 0
            local function count(t) local n = 0 for _ in pairs(t) do n = n + 1 end return n end
            local function garbage() for i = 1, 60000 do local t = { i } end end
            for _, put in ipairs {
              function(m, k, v) m[k] = v end, function(m, k, v) rawset(m, k, v) end,
              function(m, k, v) local s = k:sub(1, 3) m[s .. k:sub(4)] = v end,
              function(m, k, v) setmetatable(_G, nil) load("local m, v = ... m['" .. k .. "'] = v")(m, v) end,
            } do
              local m = {}
              local weak = setmetatable({}, m)
              put(m, "__mode", "kv") put(m, "__gc", function() ran = ran + 1 end)
              for i = 1, 50 do weak[i] = {} weak[{}] = i end
              garbage()
              print(count(weak), pcall(setmetatable, {}, m))
            end
            for first = 0, 255 do
              local m = {}
              local weak = setmetatable({}, m)
              m[string.char(first) .. "_mode"] = "kv" m[string.char(first) .. "_gc"] = function() ran = ran + 1 end
              weak[1] = {}
              for i = 1, 20 do local t = setmetatable({}, first ~= 95 and m or nil) end
              if first % 64 == 0 then garbage() end
              assert(weak[1])
            end
            garbage()
            print(ran)
            """)
        let refused = "100    false    a metatable with '__gc' is not allowed here"
        #expect(printed == [refused, refused, refused, refused, "0"])
    }

    @Test func `state can be read after a trap`() throws {
        let layer = try makeLayer("function frame() state.n = 5 error('x') end")
        layer.step(seconds: 0)
        #expect(layer.trap?.reason == .error)
        var bytes: UnsafePointer<CChar>?
        var length = 0
        #expect(clua_copy_state(layer.instance.vm, &bytes, &length))
        let tree = TreeReader.read(UnsafeRawBufferPointer(start: bytes, count: length))
        guard case .table(let state) = tree else { return #expect(Bool(false), "state is no table") }
        #expect(state["n"] == .integer(5))
    }
}
