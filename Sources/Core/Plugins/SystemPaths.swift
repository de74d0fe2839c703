/// Where the system's files are. Tests and the simulated world put them elsewhere.
package struct SystemPaths: Equatable, Sendable {
    /// `/sys`, or the root of a simulated tree.
    package let sysfs: String
    /// `/dev`
    package let dev: String
    /// Where sockets and markers go: `/run/roost`. Relative paths of the configuration start here.
    package let runtime: String

    package init(sysfs: String = "/sys", dev: String = "/dev", runtime: String) {
        self.sysfs = sysfs
        self.dev = dev
        self.runtime = runtime
    }

    /// A path of the configuration: a relative one starts at the runtime directory.
    package func resolve(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(runtime)/\(path)"
    }
}
