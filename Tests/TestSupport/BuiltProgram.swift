import Glibc
import LinuxIO

/// The path of a program that was built together with these tests.
///
/// - Throws: that it is not there.
package func builtProgram(_ name: String) throws -> String {
    let maps = try String(decoding: readFile("/proc/self/maps", atMost: 16 << 20), as: UTF8.self)
    // Either this program is the test bundle itself, or a helper has loaded it.
    let bundle = maps.split(separator: "\n")
        .compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
        .first { $0.hasSuffix(".xctest") }
    let project = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let directory = bundle.map { String($0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.endIndex)) }
    let binary = (directory ?? "/\(project)/.build/debug") + "/\(name)"
    guard access(binary, X_OK) == 0 else {
        throw TestSupportError("no program at \(binary); build first")
    }
    return binary
}
