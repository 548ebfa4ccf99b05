internal import CLua

// Answers to the border, which wants words in its own keeping.
extension ImageShelf {
    /// Answers `sprite(file)`.
    func give(_ name: FilePath, to vm: OpaquePointer?, _ place: UnsafeMutablePointer<CLuaSprite>?) -> Bool {
        answer(vm) { () throws(ImportError) in
            let (number, image) = try sprite(name)
            place?.pointee = CLuaSprite(number: number, width: Int32(image.width), height: Int32(image.height))
        }
    }

    /// Answers what the picture of a flake is.
    func describe(_ number: UInt32, to place: UnsafeMutablePointer<CLuaSprite>?) -> Bool {
        guard let size = size(number) else { return false }
        place?.pointee = CLuaSprite(number: number, width: Int32(size.width), height: Int32(size.height))
        return true
    }

    /// Answers `backdrop(file, { fit = })`.
    func lay(_ name: FilePath?, fit: String?, for vm: OpaquePointer?) -> Bool {
        answer(vm) { () throws(ImportError) in
            guard let known = ImageFit(rawValue: fit ?? ImageFit.fill.rawValue) else {
                let names = ImageFit.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                throw ImportError("bad value for 'fit' (one of \(names) expected)")
            }
            try lay(name, fit: known)
        }
    }

    private func answer(_ vm: OpaquePointer?, _ body: () throws(ImportError) -> Void) -> Bool {
        do throws(ImportError) {
            try body()
            return true
        } catch {
            var words = error.message
            words.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { clua_fail(vm, $0.baseAddress, $0.count) }
            }
            return false
        }
    }
}
