import SnowHost

extension Command {
    /// Looks for faults without playing.
    static let check = Command(
        name: "check",
        brief: "look for faults in scripts without playing them",
        detail: """
            Loads and links each script, runs two seconds of it at two sizes, and says what is wrong with it, one line \
            a fault, as file:line: message. A script without a fault is passed over in silence.
            """,
        operands: Operands(placeholder: "FILE|NAME", count: 1...1024),
        flags: hostFlags + [.help],
        examples: [
            Example(line: "snowscript check *.lua", purpose: "all scripts in a folder")
        ],
        run: { options in
            var worst = ExitStatus.success
            for operand in options.operands {
                do throws(UsageError) {
                    let isFine = rehearse(try Script(operand: operand), options)
                    if !isFine, worst == .success { worst = .fault }
                } catch {
                    _ = error.report()
                    worst = .usage
                }
            }
            return worst
        }
    )

    /// Plays a script to nobody; false, when it trapped and that was said.
    private static func rehearse(_ script: Script, _ options: Options) -> Bool {
        do throws(Trap) {
            var layerOptions = Layer.Options()
            layerOptions.limits = options.limits
            let layer = try Layer(
                module: try script.module(), linker: options.linker, width: 80, height: 48, options: layerOptions)
            for frame in 0..<120 where layer.trap == nil {
                if frame == 60 { layer.resize(width: 40, height: 100) }
                layer.step(seconds: 1.0 / 60)
            }
            if let trap = layer.trap { throw trap }
            return true
        } catch {
            error.tell()
            return false
        }
    }
}
