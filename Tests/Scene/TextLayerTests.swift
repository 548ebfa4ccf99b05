import Testing

@testable import SnowHost

@Suite struct TextLayerTests {
    private func strings(_ layer: TextLayer) -> [String] {
        layer.items.map { item in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: layer.scalars[item.scalars])
            return String(text)
        }
    }

    @Test func `items keep their order, place, colour and characters`() {
        let scene = Scene(capacity: 1, width: 100, height: 50, seed: 1)
        #expect(scene.addText("snow".utf8, x: 1, y: 2))
        #expect(scene.addText("雪❄".utf8, x: 3, y: 4, color: 0xFF80_90A0, alignment: .right))
        #expect(strings(scene.text) == ["snow", "雪❄"])
        let item = scene.text.items[1]
        #expect(item.x == 3 && item.y == 4 && item.color == 0x8090A0 && item.alignment == .right)
        scene.clearText()
        #expect(scene.text.items.isEmpty && scene.text.scalars.isEmpty)
    }

    @Test func `text that does not fit is refused whole`() {
        var layer = TextLayer(itemLimit: 3, scalarLimit: 10)
        func add(_ text: String) -> Bool { layer.add(text.utf8, x: 0, y: 0, color: 0, alignment: .left) }
        #expect(add("12345"))
        #expect(!add("123456"))
        #expect(add("67890"))
        #expect(add(""))
        #expect(!add(""))
        #expect(strings(layer) == ["12345", "67890", ""])
    }

    @Test func `no byte of a text can steer a terminal`() {
        var layer = TextLayer()
        func add(_ bytes: some Sequence<UInt8>) { _ = layer.add(bytes, x: 0, y: 0, color: 0, alignment: .left) }
        for byte in UInt8.min...UInt8.max { add([0x61, byte, 0x62]) }
        #expect(layer.items.count == 256)
        let scalars = layer.scalars
        #expect(!scalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        layer.clear()
        add("a\u{9B}31mb\u{1B}[2J\n".utf8)
        #expect(strings(layer) == ["a 31mb [2J "])
    }
}
