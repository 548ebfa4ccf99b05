#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Memory that is zero and takes none of the machine's until it is written: the system lends a page when it is needed.
package enum ZeroedMemory {
    /// Room for so many values whose bytes may all be zero. To be given back with `deallocate`.
    package static func allocate<Element: BitwiseCopyable>(
        _ type: Element.Type = Element.self, capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        guard let memory = calloc(max(capacity, 1), MemoryLayout<Element>.stride) else {
            fatalError("not enough memory")
        }
        return memory.bindMemory(to: type, capacity: max(capacity, 1))
    }

    /// Whether the system has so much left for this process.
    package static func isAvailable(byteCount: Int) -> Bool {
        let memory = calloc(max(byteCount, 1), 1)
        free(memory)
        return memory != nil
    }

    /// Gives the memory back.
    package static func deallocate(_ memory: UnsafeMutableRawPointer) { free(memory) }
}
