internal import CLua

extension Layer {
    /// Puts another text in the script's place, between two frames, and keeps what is in the air.
    ///
    /// Flakes, animations, `state`, parameters that were set, chance and time go on. `init` does not run again; the
    /// script's `reloaded` runs at the start of the next step. A field that is new has its default in every flake;
    /// one that is not declared any more is gone. When fewer flakes are allowed than live, the oldest are removed. A
    /// `done` that is a function belonged to the old text and is dropped; one that is a name stays. What could not
    /// be kept is said in the log. A script that had trapped runs again; one whose `init` had trapped begins from
    /// nothing, as there is nothing to keep.
    ///
    /// A header with other `flakes` or `fields` makes a new `scene`, with the same handles.
    ///
    /// - Throws: The trap that loading or linking ended in, also kept as `reloadFailure`. The script that ran goes on. So it
    ///   does when an import calls this, which is refused.
    public func reload(module: Module) throws(Trap) {
        try checkIdle(for: module)
        do throws(Trap) {
            try replace(by: module, fromNothing: hasStarted && !isSetUp)
            reloadFailure = nil
            reloadCount += 1
        } catch {
            reloadFailure = error
            throw error
        }
    }

    /// Begins from nothing: no flakes, an empty `state`, the seed and time zero; `init` runs with the next step. Only
    /// the parameters that were set stay as they are.
    ///
    /// - Throws: The trap that loading ended in; the script that ran goes on. An import must not call this, either.
    public func restart() throws(Trap) {
        try checkIdle(for: instance.module)
        try replace(by: instance.module, fromNothing: true)
    }

    private func checkIdle(for module: Module) throws(Trap) {
        guard isBusy else { return }
        throw Trap(
            reason: .link, message: "a script cannot be replaced while one of its callbacks runs", file: module.name)
    }

    private func replace(by module: Module, fromNothing: Bool) throws(Trap) {
        isReplaced = true
        defer { isReplaced = false }
        var notes: [String] = []
        var inheritance = LoadedScript.Inheritance(settings: settings, images: binding.images)
        if !fromNothing {
            inheritance.state = instance.copyOfState()
            if inheritance.state == nil {
                notes.append("state is not kept: it is not a table of at most 1 MiB, or nested too deeply")
            }
            inheritance.random = scene.random
            inheritance.time = time
            inheritance.frame = frame
        }
        attemptedFiles = RequiredFiles()
        let script = try LoadedScript(
            module: module, linker: linker, options: options, width: givenSize.width, height: givenSize.height,
            inheritance: inheritance, requiredFiles: attemptedFiles)
        do throws(ImportError) {
            try script.binding.images.refresh(fromNothing ? nil : scene)
        } catch {
            throw Trap(reason: .link, message: error.message, file: module.name)
        }
        if fromNothing { clear(for: script) } else { keep(for: script, &notes) }
        adopt(script, &notes)
    }

    /// Makes an empty scene for a script that begins from nothing.
    private func clear(for script: LoadedScript) {
        let manifest = script.instance.manifest
        scene = Self.emptyScene(for: script, seed: options.seed)
        placeBackdrop()
        tweens = Tweens(scene: scene, capacity: Self.tweenCapacity(of: manifest, options.limits))
        time = 0
        hasStarted = false
        isSetUp = false
        events.removeAll()
    }

    /// Fits the scene to a script that takes over what is in the air.
    private func keep(for script: LoadedScript, _ notes: inout [String]) {
        let manifest = script.instance.manifest
        let fields = script.extraFields
        let surplus = scene.removeOldest(downTo: manifest.flakes)
        if surplus > 0 {
            notes.append("flakes = \(manifest.flakes) now; the oldest \(surplus) of those in the air were removed")
        }
        if manifest.flakes != scene.capacity || fields != scene.extraFields {
            scene = scene.reshaped(
                capacity: manifest.flakes, extraFields: fields, spareSlots: Self.spareSlots(of: manifest))
            tweens = tweens.reshaped(onto: scene, capacity: Self.tweenCapacity(of: manifest, options.limits))
        }
        keepCompletions(of: instance, in: script.instance, &notes)
        guard hasStarted else { return }
        events.removeAll { if case .reloaded = $0 { true } else { false } }
        events.insert(.reloaded, at: 0)
    }

    private func keepCompletions(of old: Instance, in new: Instance, _ notes: inout [String]) {
        var functionCount = 0
        var missing: [String] = []
        tweens.replaceCompletions { token in
            guard let name = old.completionName(token) else {
                functionCount += 1
                return Tweens.noCompletion
            }
            guard clua_global_kind(new.vm, name) == CLUA_FUNCTION else {
                if !missing.contains(name) { missing.append(name) }
                return Tweens.noCompletion
            }
            return new.completion(named: name)
        }
        if functionCount > 0 {
            let animations = functionCount == 1 ? "1 animation" : "\(functionCount) animations"
            notes.append(
                "done of \(animations) was a function of the old text and is dropped; the name of a global "
                    + "function would stay")
        }
        for name in missing {
            notes.append("done = \"\(name)\" of running animations is dropped: there is no such function any more")
        }
    }

    private func adopt(_ script: LoadedScript, _ notes: inout [String]) {
        let manifest = script.instance.manifest
        parameterValues = [:]
        for parameter in manifest.parameters {
            parameterValues[parameter.name] = parameter.value
            if let value = settings[parameter.name], let objection = parameter.objection(to: value) {
                let own = Parameter.text(of: parameter.value)
                notes.append("\(parameter.name) was set, and is \(own) again: \(objection)")
            }
        }
        for (parameter, value) in LoadedScript.kept(settings, by: manifest) {
            parameterValues[parameter.name] = value
        }
        script.instance.inherit(instance.log, notes: notes)
        instance = script.instance
        binding = script.binding
        kernel = script.kernel(options)
        binding.bind(scene, tweens, to: instance.vm)
        binding.setTime(time)
        let old = (scene.width, scene.height)
        fit()
        guard hasStarted, old != (scene.width, scene.height) else { return }
        let width = Parameter.text(of: scene.width)
        instance.note("the view is \(width) units wide now; flakes keep their places in units")
        announceSize()
    }
}
