import SnowHost

/// The command from its arguments to its exit status.
enum Program {
    /// What `--version` prints.
    static let version = "0.1.0"

    /// What `--version --verbose` prints.
    static var verboseVersion: String { "snowscript \(version)\nlua: \(LinkedLua.version)\n\(Lockdown.offered.text)" }

    /// Does what `arguments` (without the program's name) ask for; complaints go to standard error.
    static func run(_ arguments: [FilePath]) -> ExitStatus {
        do throws(UsageError) {
            var configuration = Configuration(.current)
            let invocation = try Invocation(parsing: arguments, over: &configuration)
            if let length = invocation.options.help {
                return HelpPage(of: invocation.command, length: length).print()
            }
            if invocation.options.showsVersion {
                return StandardStream.output.print(
                    invocation.options.isVerbose ? verboseVersion : "snowscript \(version)\n")
            }
            if let generated = invocation.options.generated {
                return StandardStream.output.print(generated.text)
            }
            if let fault = configuration.fault { throw fault }
            return try invocation.command.run(invocation.options)
        } catch {
            return error.report()
        }
    }
}
