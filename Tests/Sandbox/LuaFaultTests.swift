import SnowHost
import Testing

/// Each script runs in a process of its own: a crash is a test that fails, and not the end of the others.
@Suite struct LuaFaultTests {
    @Test(arguments: LuaFault.all.map(\.name))
    func `what a release of Lua gets wrong is out of a script's reach`(name: String) throws {
        let fault = try #require(LuaFault.all.first { $0.name == name })
        let folder = try TemporaryFolder()
        let path = try folder.write(fault.source, to: "fault.lua")
        let run = try PipedRun(
            ["test", path, "--frames", "3", "--deadline", "20s"], timeout: .seconds(180))
        switch LinkedLua.release < fault.mended ? fault.before : fault.after {
        case .fine:
            #expect(run.ending == .exited(0), "\(run.errors)")
        case .error(let words):
            #expect(run.ending == .exited(1), "\(run.errors)")
            #expect(run.errors.contains(words))
        }
    }

    /// From Lua 5.4.5 on nothing of a coroutine can be read while its stack moves.
    @Test(arguments: stride(from: 150, to: 4000, by: 350).map { $0 })
    func `memory that is refused while a stack grows is a trap`(kibibytes: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "function frame() pcall(function() local function f(...) return 1 + f(...) end f(1, 2, 3) end) end",
            to: "fault.lua")
        let run = try PipedRun(["test", path, "--memory", "\(kibibytes)K"], timeout: .seconds(60))
        #expect(run.ending == .exited(1), "\(run.errors)")
        #expect(run.errors.hasPrefix("\(path):1: "), "\(run.errors)")
    }

    @Test func `each script has a name of its own`() {
        #expect(Set(LuaFault.all.map(\.name)).count == LuaFault.all.count)
    }
}
