import Core
import Glibc
import TestSupport
import Testing
import Values

@testable import Deployment

@Suite struct ManifestTests {
    private static let hash = String(repeating: "0", count: 64)

    @Test("it reads what it writes") func roundTrip() throws {
        let manifest = try Manifest(
            machine: "garden", number: 1_790_000_000,
            files: ["roost.json": Self.hash, "garden.plan": Self.hash])
        #expect(try Manifest(parsing: manifest.bytes) == manifest)
    }

    @Test(
        "a name that leads elsewhere is refused",
        arguments: [
            "../roost.json", "/etc/passwd", "a/b", ".hidden", "-rf", "", "a b", "ä.json",
            String(repeating: "a", count: 65), "a\u{0}b",
        ])
    func names(name: String) {
        #expect(throws: PlainError.self) {
            try Manifest(
                machine: "garden", number: 1, files: ["roost.json": Self.hash, name: Self.hash])
        }
    }

    @Test(
        "what is not whole is refused",
        arguments: [
            "", "{}", "[]", "{",
            #"{"roost_deployment": 2, "machine": "a", "number": 1, "files": {"roost.json": "0"}}"#,
            #"{"roost_deployment": 1, "machine": "a b", "number": 1, "files": {"roost.json": "0"}}"#,
            #"{"roost_deployment": 1, "machine": "a", "number": 0, "files": {"roost.json": "0"}}"#,
            #"{"roost_deployment": 1, "machine": "a", "number": 1.5, "files": {"roost.json": "0"}}"#,
            #"{"roost_deployment": 1, "machine": "a", "number": 1e300, "files": {"roost.json": "0"}}"#,
            #"{"roost_deployment": 1, "machine": "a", "number": 1, "files": {}}"#,
            #"{"roost_deployment": 1, "machine": "a", "number": 1, "files": {"other.json": "0"}}"#,
            #"{"roost_deployment": 1, "machine": "a", "number": 1, "files": {"roost.json": 0}}"#,
            #"{"roost_deployment": 1, "machine": "a", "number": 1, "files": {"roost.json": "0"}, "x": 1}"#,
        ])
    func broken(text: String) {
        #expect(throws: PlainError.self) { try Manifest(parsing: Array(text.utf8)) }
    }

    @Test("a stick with a file that is too long, or not there, is refused") func files() throws {
        let stick = try TestStick()
        try stick.pack(String(repeating: " ", count: SignedDeployment.maxBytes), number: 1)
        let read = { try SignedDeployment(in: "\(stick.path)/stick/roost", key: TestStick.key()) }
        _ = try read()
        try stick.directory.write(
            "stick/roost/roost.json", String(repeating: " ", count: SignedDeployment.maxBytes + 1))
        #expect(throws: PlainError("roost.json cannot be read: it is too long")) { try read() }
        unlink("\(stick.path)/stick/roost/roost.json")
        #expect(throws: PlainError("roost.json cannot be read: No such file or directory")) {
            try read()
        }
    }
}
