import Glibc

/// The names in a directory that are wanted, in alphabetical order, without "." and "..".
///
/// What is not wanted takes no memory, however many there are. A name that is not UTF-8 is none that anybody wants.
package func directoryNames(
    _ path: String, where isWanted: (String) -> Bool = { _ in true }
) throws(IOError) -> [String] {
    var names: [String] = []
    try forEachName(in: path) { name in
        if isWanted(name) { names.append(name) }
    }
    return names.sorted()
}

/// The numbers of the files in a directory that are named by their number behind a `prefix`, ascending.
///
/// `name` gives the one way to write a number; what is written otherwise, or is beyond a number that anybody counts to,
/// belongs to somebody else.
package func fileNumbers(
    in path: String, behind prefix: String = "", name: (Int) -> String
) throws(IOError) -> [Int] {
    var numbers: [Int] = []
    try forEachName(in: path) { entry in
        guard entry.hasPrefix(prefix) else { return }
        let digits = entry.dropFirst(prefix.count).prefix { ("0"..."9").contains($0) }
        guard digits.utf8.count <= 9, let number = Int(digits), name(number) == entry else {
            return
        }
        numbers.append(number)
    }
    return numbers.sorted()
}

private func forEachName(in path: String, _ body: (String) -> Void) throws(IOError) {
    guard let stream = opendir(path) else {
        throw IOError(call: "opendir", subject: path, code: errno)
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)
            ) { String(validatingCString: $0) }
        }
        if let name, name != ".", name != ".." { body(name) }
    }
}
