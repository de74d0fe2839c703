import Core
import JSON
import Settings
import Values

/// What is signed: for which machine a deployment is, which of all it is, and the hashes of its files.
package struct Manifest: Equatable, Sendable {
    /// The configuration among the files.
    package static let configurationName = "roost.json"
    static let maxBytes = 16384
    private static let format = 1
    /// The configuration and a mission, and a few more.
    private static let maxFiles = 16

    package let machine: String
    /// A later deployment has a greater one.
    package let number: Int
    /// Lower-case hexadecimal SHA-256, by the names of the files.
    package let files: [String: String]

    /// - Throws: what is wrong with a name, or that there is no configuration.
    package init(machine: String, number: Int, files: [String: String]) throws(PlainError) {
        guard isPlainName(machine) else {
            throw PlainError("\"\(machine.prefix(40))\" is no name of a machine: \(plainNameRule)")
        }
        guard number > 0 else { throw PlainError("the number of a deployment is 1 or more") }
        guard (1...Self.maxFiles).contains(files.count) else {
            throw PlainError("a deployment has 1 to \(Self.maxFiles) files")
        }
        for name in files.keys where !Self.isFileName(name) {
            throw PlainError(
                "\"\(name.prefix(40))\" is no name for a file of a deployment: letters, digits, "
                    + "\"-\", \"_\" and \".\", no directory")
        }
        guard files[Self.configurationName] != nil else {
            throw PlainError("a deployment has a \(Self.configurationName)")
        }
        (self.machine, self.number, self.files) = (machine, number, files)
    }

    /// Reads what `bytes` writes.
    ///
    /// - Throws: what is wrong with it.
    package init(parsing bytes: [UInt8]) throws(PlainError) {
        guard bytes.count <= Self.maxBytes else {
            throw PlainError("the manifest has more than \(Self.maxBytes) bytes")
        }
        let json = try mapped(to: { PlainError("the manifest is not JSON: \($0)") }) {
            () throws(JSONSyntaxError) in
            try JSONValue(parsing: bytes)
        }
        guard json["roost_deployment"] == .number(Double(Self.format)) else {
            throw PlainError("the manifest has another format than \(Self.format)")
        }
        guard case .object(let members) = json, members.count == 4,
            case .string(let machine)? = json["machine"],
            case .number(let number)? = json["number"],
            let number = Int(exactly: number),
            let files = try? json["files"]?.decode(as: [String: String].self)
        else {
            throw PlainError(
                "the manifest needs \"machine\", \"number\" and \"files\", and nothing else")
        }
        try self.init(machine: machine, number: number, files: files)
    }

    package var bytes: [UInt8] {
        let json: JSONValue = [
            "roost_deployment": .number(Double(Self.format)), "machine": .string(machine),
            "number": .number(Double(number)), "files": .object(files.mapValues { .string($0) }),
        ]
        return Array((json.pretty + "\n").utf8)
    }

    /// As FAT keeps it, and nothing that a path could begin or go up with.
    static func isFileName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.first != "." && name.first != "-"
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || "-_.".utf8.contains(byte)
            }
    }
}
