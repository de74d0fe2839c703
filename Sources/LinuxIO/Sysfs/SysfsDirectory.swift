import Glibc

/// One directory below `/sys`: a device, a class or a bus.
package struct SysfsDirectory: Equatable, Sendable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The last part of its path.
    package var name: String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    package func directory(_ relative: String) -> SysfsDirectory {
        SysfsDirectory("\(path)/\(relative)")
    }

    package func attribute(_ name: String) -> SysfsAttribute {
        SysfsAttribute("\(path)/\(name)")
    }

    /// Whether it is there now (and is a directory, or a link to one).
    package var exists: Bool {
        access("\(path)/.", F_OK) == 0
    }

    /// The names in it, in alphabetical order, without "." and "..".
    package func names() throws(IOError) -> [String] {
        try directoryNames(path)
    }

    /// The last part of what the link `name` points to: "fe20c000.pwm" for
    /// `device -> ../../../fe20c000.pwm`.
    package func linkedName(_ name: String) throws(IOError) -> String {
        try linkTarget("\(path)/\(name)").split(separator: "/").last.map(String.init) ?? ""
    }

    /// Whether both are the same directory once every link is followed; false when one is not
    /// there.
    package func isSame(as other: SysfsDirectory) -> Bool {
        guard let here = resolvedPath(path) else { return false }
        return here == resolvedPath(other.path)
    }

    /// The directory that holds it once every link is followed; `nil` when it is not there.
    package var realParent: SysfsDirectory? {
        resolvedPath(path).map { path in
            SysfsDirectory("/" + path.split(separator: "/").dropLast().joined(separator: "/"))
        }
    }

    /// The same directory once every link is followed; `nil` when it is not there.
    package var resolved: SysfsDirectory? { resolvedPath(path).map { SysfsDirectory($0) } }
}
