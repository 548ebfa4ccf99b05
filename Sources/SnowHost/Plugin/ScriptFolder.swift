/// The folder that a script lies in, and what a script may name in it: files below it, and nothing else.
package struct ScriptFolder {
    /// Why a name leads to no file.
    package enum Failure: Error {
        /// The script lies in no folder.
        case noFolder
        /// It is not the name of a file below a folder.
        case badName
        case missing
        /// A link leads out of the folder.
        case outside
    }

    /// The folder as it was given; nil for a script that came as a string.
    package let directory: FilePath?

    /// The folder of a module.
    package init(of module: Module) {
        directory = module.directory
    }

    /// Where the file `relative` would lie, as messages name it; nil for a name that is none.
    package func path(of relative: FilePath) -> FilePath? {
        guard let directory, Self.isPlain(relative) else { return nil }
        return directory == "." ? relative : directory.appending(relative)
    }

    /// The file that `relative` leads to.
    ///
    /// Links are resolved before the path is held against the folder, so that none leads out.
    package func resolve(_ relative: FilePath) throws(Failure) -> FilePath {
        guard let directory, let root = FileSystem.canonical(directory) else { throw .noFolder }
        guard Self.isPlain(relative) else { throw .badName }
        guard let path = FileSystem.canonical(root.appending(relative)) else { throw .missing }
        guard path.bytes.starts(with: root.appending("").bytes) else { throw .outside }
        return path
    }

    /// Whether all parts of a path are names, and none of them a way up.
    private static func isPlain(_ relative: FilePath) -> Bool {
        let parts = relative.bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
        return relative.bytes.count <= 255
            && parts.allSatisfy { part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
                    && part.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C }
            }
    }
}
