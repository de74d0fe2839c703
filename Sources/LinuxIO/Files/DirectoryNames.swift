import Glibc

/// The names in a directory, in alphabetical order, without "." and "..".
package func directoryNames(_ path: String) throws(IOError) -> [String] {
    guard let stream = opendir(path) else {
        throw IOError(call: "opendir", subject: path, code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)
            ) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}
