/// The files that a script asked for, whether or not they were there: its modules and its images.
///
/// It is apart from `Instance` so that what a script that did not load asked for is known as well.
package final class RequiredFiles {
    /// An image, and what was found there.
    package struct Image: Hashable, Sendable {
        package let path: FilePath
        /// The digest of the file's bytes (`FileSystem.digest`); nil when it could not be read.
        package var digest: UInt64?
    }

    /// The paths of the modules, in the order in which they were asked for.
    package private(set) var paths: [FilePath] = []
    /// The images, in the order in which they were asked for.
    package private(set) var images: [Image] = []

    /// More of either kind are not noted: a script may ask for any number that are not there.
    private static let most = 1000

    init() {}

    func note(_ path: FilePath) {
        if paths.count < Self.most, !paths.contains(path) { paths.append(path) }
    }

    /// Notes an image, and what its file holds.
    package func noteImage(_ path: FilePath, digest: UInt64?) {
        if let known = images.firstIndex(where: { $0.path == path }) {
            images[known].digest = digest
        } else if images.count < Self.most {
            images.append(Image(path: path, digest: digest))
        }
    }
}
