import Core
import Glibc
import JSON
import Settings
import Signatures
import TestSupport
import Values

@testable import Deployment

/// A stick and a Pi's directories below a temporary one, with the keys of TEST 1 and 2 of RFC 8032, 7.1.
final class TestStick {
    static let owner = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----

        """
    static let ownerPublic = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----

        """
    static let stranger = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIEzNCJso/5banbbDRuwRTg9bijGfNaumJNqM9u1PuKb7
        -----END PRIVATE KEY-----

        """

    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["stick", "state", "run"] { try directory.makeDirectory(name) }
        try directory.write("garden.json", "{}\n")
    }

    var path: String { directory.path }

    func settings(machine: String = "garden") throws -> DeploymentSettings {
        try SettingsReader.read(
            from: [
                "key": .string("\(path)/owner.pub"), "machine": .string(machine),
                "stick": .string("\(path)/stick"), "state": .string("\(path)/state"),
                "runtime": .string("\(path)/run"),
                "configuration": .string("\(path)/etc-roost.json"),
            ], at: SettingPath(""))
    }

    func pack(
        _ text: String = #"{"name": "new"}"#, number: Int, machine: String = "garden",
        by key: String = TestStick.owner, with others: [String] = []
    ) throws {
        try directory.write("new.json", text)
        try Packing.pack(
            (["new.json"] + others).map { "\(path)/\($0)" }, for: machine, number: number,
            key: .signing(pem: Array(key.utf8)), to: "\(path)/stick")
    }

    func adopt(_ text: String = #"{"name": "old"}"#) throws {
        let store = DeploymentStore(try settings())
        try store.stage(0, ["roost.json": Array(text.utf8)])
        try store.keep(0)
    }

    /// What the service would start with, as the link in the runtime directory has it.
    var served: String? { directory.read("run/roost.json") }
    var result: String { directory.read("stick/\(StickDeployment.resultName)") ?? "" }

    static func key() throws -> Ed25519Key { try .verifying(pem: Array(ownerPublic.utf8)) }
}
