internal import CLua

extension SceneBinding {
    /// Puts the callbacks of the ground into the host of a VM.
    func fillGround(_ host: inout CLuaHost) {
        host.ground = { SceneBinding.from($0).surface(x: $1, y: $2) }
        host.settle = { SceneBinding.from($0).settle(FlakeID(rawValue: $1)) }
        host.snowpack = { context, change in
            guard let change else { return }
            SceneBinding.from(context).change(change.pointee)
        }
        host.scenery = { context, scenery, size in
            guard let scenery, let size else { return }
            (size[0], size[1]) = SceneBinding.from(context).place(scenery.pointee)
        }
    }

    private func surface(x: Double, y: Double) -> Double {
        guard let ground = scene?.ground else { return view?.pointee.height ?? 0 }
        return y.isNaN ? ground.surface(x: x) : ground.surface(x: x, below: y)
    }

    private func settle(_ flake: FlakeID) {
        scene?.settle(flake)
        refreshCounts()
    }

    private func change(_ border: CLuaSnowpack) {
        var change = Snowpack.Change()
        change.slope = border.slope.isNaN ? nil : border.slope
        change.melt = border.melt.isNaN ? nil : border.melt
        change.blow = border.blow.isNaN ? nil : border.blow
        change.depth = border.depth.isNaN ? nil : border.depth
        change.color = border.color < 0 ? nil : UInt32(truncatingIfNeeded: border.color)
        change.settlesFlakes = border.settles < 0 ? nil : border.settles != 0
        if let scene { scene.ground.snowpack.apply(change) } else { snowpackChange.add(change) }
    }

    private func place(_ border: CLuaScenery) -> (width: Double, height: Double) {
        guard let ground = scene?.ground else { return (0, 0) }
        let bytes = UnsafeRawBufferPointer(start: border.bytes, count: border.bytes == nil ? 0 : border.length)
        var place = Scenery.Place()
        place.x = border.x.isNaN ? nil : border.x
        place.y = border.y.isNaN ? nil : border.y
        place.alignment = TextItem.Alignment(rawValue: UInt8(clamping: border.alignment)) ?? .center
        let text = StyledText(reading: bytes)
        ground.place(Scenery(text, at: place))
        return (Double(text.columns) * ground.size.cellWidth, Double(text.rows) * ground.size.cellHeight)
    }
}
