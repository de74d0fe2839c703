import Core
import Glibc
import LinuxIO
import Signatures
import Values

/// What an owner does on a computer of their own: puts a deployment on a stick, and signs it.
package enum Packing {
    /// Writes the folder of a deployment below `place`; the first of `paths` is the configuration, the others
    /// are the files that it names.
    ///
    /// - Throws: what is wrong with a file or a name; then no signature was written.
    package static func pack(
        _ paths: [String], for machine: String, number: Int, key: Ed25519Key, to place: String
    ) throws(PlainError) {
        let files = try self.files(paths)
        var hashes: [String: String] = [:]
        for (name, bytes) in files { hashes[name] = try SHA256Digest.hex(of: bytes) }
        let manifest = try Manifest(machine: machine, number: number, files: hashes)
        let signature = try key.signature(of: manifest.bytes)
        let folder = "\(place)/\(SignedDeployment.folder)"
        if mkdir(folder, 0o755) != 0, errno != EEXIST {
            throw PlainError("\(IOError(call: "mkdir", subject: folder, code: errno))")
        }
        unlink("\(folder)/\(SignedDeployment.signatureName)")
        for (name, bytes) in files { try write(bytes, "\(folder)/\(name)") }
        try write(manifest.bytes, "\(folder)/\(SignedDeployment.manifestName)")
        try write(signature, "\(folder)/\(SignedDeployment.signatureName)")
        sync()
    }

    /// By the names that they have in a deployment.
    package static func files(_ paths: [String]) throws(PlainError) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (index, path) in paths.enumerated() {
            let last = path.split(separator: "/").last.map(String.init) ?? ""
            let name = index == 0 ? Manifest.configurationName : last
            guard files[name] == nil else { throw PlainError("two files are called \(name)") }
            files[name] = try mapped(to: PlainError.init) { () throws(IOError) in
                try readFile(path, atMost: SignedDeployment.maxBytes)
            }
        }
        return files
    }

    private static func write(_ bytes: [UInt8], _ path: String) throws(PlainError) {
        try mapped(to: PlainError.init) { () throws(IOError) in
            try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644).write(bytes)
        }
    }
}
