import SnowHost

extension Show {
    /// The file that the show is kept in, where that is asked for.
    func openRecording() throws(NewFile.Failure) -> GrowingFile? {
        guard let path = options.recordingPath else { return nil }
        do throws(GrowingFile.Failure) {
            return try GrowingFile(at: path)
        } catch {
            throw NewFile.Failure(path: path, words: error.words)
        }
    }

    /// A terminal that keeps what it is sent.
    func recorder(
        of terminal: any TerminalDevice, into file: GrowingFile, _ environment: [String: String]
    ) -> RecordingTerminal {
        RecordingTerminal(terminal, file: file, name: environment["TERM"] ?? "", title: title)
    }

    /// The scripts' names, as a file that holds them shall be called.
    var title: String {
        scripts.map { script in
            let file = FilePath(script.name).fileName
            return (file.hasSuffix(".lua") ? file.dropLast(4) : file).description
        }.joined(separator: ", ")
    }

    /// Says why a recording holds less than was shown.
    func complain(of fault: RecordingTerminal.Fault) {
        let words =
            switch fault {
            case .tooLarge(let limit): "it would have been larger than \(limit >> 20) MiB"
            case .stalled: "nobody took it"
            case .refused(let words): words
            }
        StandardStream.error.complain("the recording \((options.recordingPath ?? "").quoted) ended early: \(words)")
    }
}
