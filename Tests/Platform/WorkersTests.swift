import Synchronization
import Testing

@testable import SnowHost

@Suite struct WorkersTests {
    @Test(arguments: [0, 1, 3, 40], [0, 1, 2, 3, 1000])
    func `each part is done once, whatever the number of threads`(threads: Int, parts: Int) {
        let workers = Workers(threads: threads)
        #expect(workers.count >= 1 && workers.count <= threads + 1)
        for _ in 0..<50 {
            let done = UnsafeMutablePointer<Int32>.allocate(capacity: parts)
            defer { done.deallocate() }
            done.initialize(repeating: 0, count: parts)
            workers.run(parts: parts) { part, worker in
                precondition(worker >= 0 && worker < workers.count)
                done[part] += 1
            }
            #expect((0..<parts).allSatisfy { done[$0] == 1 })
        }
    }

    @Test func `a pass inside a pass is done by the thread that asks for it`() {
        let workers = Workers(threads: 2)
        let sum = Atomic<Int>(0)
        workers.run(parts: 8) { outer, _ in
            workers.run(parts: 8) { inner, _ in sum.wrappingAdd(outer * inner, ordering: .relaxed) }
        }
        #expect(sum.load(ordering: .relaxed) == 28 * 28)
    }
}
