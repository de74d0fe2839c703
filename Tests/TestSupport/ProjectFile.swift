import LinuxIO

/// The bytes of a file of the source tree: `docs/status.md`.
package func projectFile(_ path: String) throws -> [UInt8] {
    try readFile("\(projectDirectory)/\(path)", atMost: 1 << 20)
}

/// The paths of all files below a folder of the source tree, in order.
package func projectFiles(below folder: String) throws -> [String] {
    try directoryNames("\(projectDirectory)/\(folder)").flatMap { name -> [String] in
        let path = "\(folder)/\(name)"
        return (try? projectFiles(below: path)) ?? [path]
    }
}

/// The top of the source tree: this file is three levels below it.
package let projectDirectory =
    #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
