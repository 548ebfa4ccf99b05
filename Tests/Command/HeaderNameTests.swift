import Testing

@testable import snowscript

@Suite struct HeaderNameTests {
    private func renamed(_ source: String, _ name: String = "new") -> String {
        String(decoding: HeaderName.replaced(in: Array(source.utf8), by: name), as: UTF8.self)
    }

    @Test(
        arguments: [
            ("plugin { name = \"old\" }", "plugin { name = \"new\" }"),
            ("plugin{name='old'}", "plugin{name=\"new\"}"),
            ("plugin({ name = \"old\" })", "plugin({ name = \"new\" })"),
            (
                "plugin { flakes = 3, name = 'a\\'b', about = 'name' }",
                "plugin { flakes = 3, name = \"new\", about = 'name' }"
            ),
            (
                "-- plugin { name = 'no' }\nplugin { name = 'old' }",
                "-- plugin { name = 'no' }\nplugin { name = \"new\" }"
            ),
            ("plugin { --[[ name = 'no' ]] name = 'old' }", "plugin { --[[ name = 'no' ]] name = \"new\" }"),
            (
                "plugin { --[==[ ]] name = 'no' ]==]\nname = 'old' }",
                "plugin { --[==[ ]] name = 'no' ]==]\nname = \"new\" }"
            ),
            (
                "local s = [[plugin { name = 'no' }]]\nplugin { name = 'old' }",
                "local s = [[plugin { name = 'no' }]]\nplugin { name = \"new\" }"
            ),
            (
                "local s = 'plugin { name = \"no\" }' plugin { name = 'old' }",
                "local s = 'plugin { name = \"no\" }' plugin { name = \"new\" }"
            ),
            (
                "plugin { params = { name = 'no' }, name = 'old' }",
                "plugin { params = { name = 'no' }, name = \"new\" }"
            ),
        ])
    func `the name of the header is replaced, wherever it stands`(source: String, expected: String) {
        #expect(renamed(source) == expected)
    }

    @Test(
        arguments: [
            "", "function frame() end", "plugin { flakes = 3 }", "local t = { name = 'a' }", "plugin { name = other }",
            "plugin { params = { name = 'a' } }\nlocal t = { name = 'b' }", "plugin { name = [[long]] }", "plugin",
            "plugin {", "plugin { name", "plugin { name =", "--[[ plugin { name = 'a' }", "my_plugin { name = 'a' }",
        ])
    func `a text whose header has no such name stays as it is`(source: String) {
        #expect(renamed(source) == source)
    }

    @Test func `a name is written so that Lua reads it back`() {
        #expect(renamed("plugin { name = '' }", "a\"b\\c") == "plugin { name = \"a\\\"b\\\\c\" }")
    }

    @Test func `every beginning of a script is read to its end`() {
        let source = Array("plugin { --[==[ x ]==] about = [[y]], s = \"a\\\"\", name = 'old', t = '\\'' } -- e".utf8)
        for count in 0...source.count {
            let part = Array(source.prefix(count))
            let result = HeaderName.replaced(in: part, by: "new")
            #expect(result == part || String(decoding: result, as: UTF8.self).contains("name = \"new\""))
        }
    }
}
