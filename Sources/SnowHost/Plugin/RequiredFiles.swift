/// The files that a script asked for by `require`, whether or not they were there.
///
/// It is apart from `Instance` so that what a script that did not load asked for is known as well.
package final class RequiredFiles {
    /// Their paths, in the order in which they were asked for.
    package private(set) var paths: [String] = []

    init() {}

    func note(_ path: String) {
        if !paths.contains(path) { paths.append(path) }
    }
}
