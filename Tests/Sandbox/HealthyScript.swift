import SnowHost

/// A script that does no harm, and what its flakes must look like whatever ran before it in this process.
enum HealthyScript {
    static let source = """
        plugin { flakes = 40, fields = { phase = 0 }, params = { wind = { 3, min = 0, max = 9 } } }
        local Drift = {}
        Drift.__index = Drift
        function Drift:at(t) return sin(t * self.rate) * params.wind end
        local drift = setmetatable({ rate = 2 }, Drift)
        function frame(dt, t)
          local name = ("%d-%s"):format(scene.frame, "flake"):gsub("%-", "_")
          local f = spawn { x = random(0, scene.width), y = 0, speed = 20 + #name, phase = random(0, 6) }
          if f and scene.frame % 5 == 0 then f:animate { alpha = 0.2, duration = 0.3, done = "remove" } end
        end
        function update(f, dt, t) f.drift = drift:at(t + f.phase) end
        function removed(f, why) state[why] = (state[why] or 0) + 1 end
        """

    /// The hash of the columns after thirty frames.
    static func hash() throws -> UInt64 {
        let layer = try makeLayer(source)
        for _ in 0..<30 { layer.step(seconds: 1.0 / 30) }
        if let trap = layer.trap { throw trap }
        return columnHash(of: layer.scene)
    }

    /// FNV-1a over everything that a script can set.
    static func columnHash(of scene: Scene) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ word: UInt32) { hash = (hash ^ UInt64(word)) &* 0x100_0000_01B3 }
        for slot in 0..<scene.highWater {
            add(UInt32(scene.columns.state[slot]))
            add(scene.columns.birthNumber[slot])
            add(scene.columns.color[slot])
            for field in 0..<scene.columns.fieldCount { add(scene.columns.fields[field][slot].bitPattern) }
        }
        return hash
    }
}
