import Core
import Glibc
import LinuxIO
import Settings
import Signatures
import Values

/// A deployment whose signature and files were checked. There is no other way to one.
package struct SignedDeployment: Sendable {
    /// The folder on the stick.
    package static let folder = "roost"
    package static let manifestName = "deployment.json"
    package static let signatureName = "deployment.sig"
    /// Of all its files: what the control socket takes in a line, written as JSON, and some room.
    static let maxBytes = 160 << 10

    package let manifest: Manifest
    package let files: [String: [UInt8]]

    /// Reads a folder and believes nothing in it before the signature is the key's.
    ///
    /// - Throws: why it is not to be deployed.
    package init(in folder: String, key: Ed25519Key) throws(PlainError) {
        let bytes = try Self.read("\(folder)/\(Self.manifestName)", atMost: Manifest.maxBytes)
        let signature: [UInt8]
        do throws(IOError) {
            signature = try readFile(
                "\(folder)/\(Self.signatureName)", atMost: Ed25519Key.signatureBytes)
        } catch {
            throw PlainError(
                error.code == ENOENT
                    ? "it is not signed: no \(Self.signatureName)"
                    : "\(Self.signatureName) cannot be read: \(error.reason)")
        }
        guard key.verifies(signature, of: bytes) else {
            throw PlainError("it is not signed by the owner's key")
        }
        manifest = try Manifest(parsing: bytes)
        var files: [String: [UInt8]] = [:]
        var left = Self.maxBytes
        for (name, hash) in manifest.files.sorted(by: { $0.key < $1.key }) {
            let content = try Self.read("\(folder)/\(name)", atMost: left)
            guard try SHA256Digest.hex(of: content) == hash else {
                throw PlainError("\(name) is not the file that was signed")
            }
            left -= content.count
            files[name] = content
        }
        self.files = files
    }

    private static func read(_ path: String, atMost limit: Int) throws(PlainError) -> [UInt8] {
        do throws(IOError) {
            return try readFile(path, atMost: limit)
        } catch {
            let name = path.split(separator: "/").last ?? ""
            throw PlainError(
                "\(name) cannot be read: "
                    + (error.code == EFBIG ? "it is too long" : error.reason))
        }
    }

    /// As the running roost takes it.
    ///
    /// - Throws: that a file is no text.
    package func offer() throws(PlainError) -> ConfigurationOffer {
        var texts: [String: FileText] = [:]
        for (name, bytes) in files { texts[name] = try FileText(name: name, bytes) }
        let text = texts.removeValue(forKey: Manifest.configurationName)
        return ConfigurationOffer(text: text?.text ?? "", files: texts)
    }
}
