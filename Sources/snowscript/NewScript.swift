import SnowHost

/// A script that is to be written, and what an editor wants beside it.
struct NewScript {
    /// Where it will lie.
    let path: FilePath
    /// What its header calls it.
    let name: String
    let source: [UInt8]
    /// What belongs beside it.
    let pictures: [BundledScript.Picture]

    /// Understands `operand` as a path, with or without `.lua`.
    ///
    /// - Parameter template: The file or bundled script to copy; none for the commented start.
    init(operand: FilePath, template: FilePath?, library: ScriptLibrary = ScriptLibrary()) throws(UsageError) {
        path = operand.hasSuffix(".lua") ? operand : "\(operand).lua"
        name = path.fileName.dropLast(4).description
        let longest = 64
        guard !name.isEmpty, !name.hasPrefix("."), PlainText.escaped(name) == name else {
            throw UsageError("expected a name such as drizzle, got \(operand.quoted)", hint: "snowscript new --help")
        }
        guard name.unicodeScalars.count <= longest else {
            throw UsageError("a script's name has at most \(longest) characters, got \(name.unicodeScalars.count)")
        }
        let original: Script? = if let template { try Script(operand: template, library: library) } else { nil }
        source = HeaderName.replaced(in: original?.source ?? PackageResources.start_lua, by: name)
        pictures = original?.pictures ?? []
    }

    /// Writes all of it; the script only where nothing is in its place.
    ///
    /// - Returns: What to tell a person.
    func write(isBare: Bool) throws(NewFile.Failure) -> String {
        try NewFile.create(path, source)
        var lines = ["wrote \(path)"]
        for picture in pictures {
            let file: FilePath = "\(folder)\(picture.name)"
            let isTaken = NewFile.isTaken(file)
            if !isTaken { try NewFile.create(file, picture.bytes) }
            lines.append(isTaken ? "kept \(file) as it is" : "wrote \(file)")
        }
        if !isBare { lines += try writeSettings() }
        let operand = path.hasPrefix("-") ? "./\(path)" : path
        let grants = pictures.isEmpty ? "" : " --allow image"
        lines.append("next: snowscript run \(operand.shellWord)\(grants)")
        return lines.map { PlainText.escaped($0) + "\n" }.joined()
    }

    /// What stands before the names of files beside it.
    private var folder: FilePath {
        path.bytes.contains(0x2F) ? path.folder.appending("") : ""
    }

    private func writeSettings() throws(NewFile.Failure) -> [String] {
        let stubsFolder: FilePath = "\(folder)\(LanguageServerSettings.stubsFolder)"
        let stubs = try TypeStubs.write(to: stubsFolder)
        var lines = stubs.isChanged ? ["wrote \(stubs.path)"] : []
        let taken = LanguageServerSettings.knownFileNames.map { "\(folder)\($0)" as FilePath }.first(
            where: NewFile.isTaken)
        guard let taken else {
            let settings: FilePath = "\(folder)\(LanguageServerSettings.fileName)"
            try NewFile.create(settings, Array(LanguageServerSettings.text.utf8))
            return lines + ["wrote \(settings)"]
        }
        let own = try? FileSystem.read(taken, limit: 64 << 10)
        if own != Array(LanguageServerSettings.text.utf8) {
            lines.append(
                "kept \(taken) as it is; \"\(LanguageServerSettings.stubsFolder)\" belongs into its workspace.library")
        }
        return lines
    }
}
