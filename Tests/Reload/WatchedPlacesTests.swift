import Testing

@testable import SnowHost

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite struct WatchedPlacesTests {
    @Test func `a plain path is one name in one folder`() {
        #expect(WatchedPlaces(of: ["/none/at/all/snow.lua"]).names == ["/none/at/all": ["snow.lua"]])
        #expect(WatchedPlaces(of: ["snow.lua", "./lib/a.lua"]).names == [".": ["snow.lua"], "./lib": ["a.lua"]])
        #expect(WatchedPlaces(of: ["../snow.lua"]).names == ["./..": ["snow.lua"]])
    }

    @Test func `every link on the way is listed where it lies`() throws {
        let file = try SavedFile("", style: .swappedLink)
        let folder = FilePath(file.folder)
        #expect(
            WatchedPlaces(of: [FilePath(file.path)]).names == [folder: ["snow.lua", "middle.lua", "version-0"]])
        mkdir("\(folder)/deep", 0o755)
        symlink("../snow.lua", "\(folder)/deep/up.lua")
        symlink("\(file.folder)/deep", "\(file.folder)/away")
        #expect(
            WatchedPlaces(of: ["\(folder)/away/up.lua"]).names == [
                folder: ["away"], "\(folder)/deep": ["up.lua"],
                "\(folder)/deep/..": ["snow.lua", "middle.lua", "version-0"],
            ])
    }

    @Test func `links in a circle come to an end`() throws {
        let file = try SavedFile("")
        symlink("b", "\(file.folder)/a")
        symlink("a", "\(file.folder)/b")
        #expect(WatchedPlaces(of: ["\(file.folder)/a"]).names == [FilePath(file.folder): ["a", "b"]])
        var watcher = ScriptWatcher()
        watcher.watch(["\(file.folder)/a"])
        #expect(watcher.poll(now: .seconds(1)) == nil)
    }
}
