import Core
import Glibc
import JSON
import LinuxIO
import Settings
import TestSupport
import Testing

@testable import roost

/// What is told of each configuration in `Broken`: `NAME.txt` has it, as a person has read and approved it.
/// A message that is changed on purpose is written again with `ROOST_WRITE_GOLDEN=1`, and read again.
@Suite struct BrokenConfigurationTests {
    private static let folder = "Tests/roostTests/Configuration/Broken"
    private static let names: [String] = jsonFiles(in: folder).map { String($0.dropLast(5)) }

    /// Their names, in order.
    private static func jsonFiles(in folder: String) -> [String] {
        ((try? directoryNames("\(projectDirectory)/\(folder)")) ?? []).filter {
            $0.hasSuffix(".json")
        }
        .sorted()
    }

    /// What is wrong with a text, as `roost check` tells it; `nil` when nothing is.
    static func report(_ text: ConfigurationText) -> String? {
        errors(text.bytes).map { text.report($0).joined(separator: "\n") }
    }

    static func errors(_ bytes: [UInt8]) -> ConfigurationErrors? {
        do throws(ConfigurationErrors) {
            _ = try ConfigurationReader.read(bytes, registry: ConfigurationFile.registry)
            return nil
        } catch {
            return error
        }
    }

    private static func text(_ name: String) throws -> ConfigurationText {
        ConfigurationText(name: "\(name).json", try projectFile("\(folder)/\(name).json"))
    }

    @Test("there are at least 80 of them") func enough() {
        #expect(Self.names.count >= 80)
    }

    @Test("each is told with its place, its line and what was expected", arguments: names)
    func message(name: String) throws {
        let told = try #require(Self.report(Self.text(name)), "\(name) is taken")
        let golden = "\(Self.folder)/\(name).txt"
        if getenv("ROOST_WRITE_GOLDEN") != nil {
            let file = try FileDescriptor(
                open: "\(projectDirectory)/\(golden)", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            try file.write(Array("\(told)\n".utf8))
        }
        let approved = String(decoding: try projectFile(golden), as: UTF8.self)
        #expect("\(told)\n" == approved)
    }

    @Test(
        "what is corrected makes fewer mistakes, or others, and never another one of the same",
        arguments: names)
    func corrections(name: String) throws {
        let text = try Self.text(name)
        let before = try #require(Self.errors(text.bytes))
        let corrected = text.correcting(Self.errors)
        let certain = before.all.filter { $0.correction != nil }
        let isMendable =
            before.all.contains { $0.code == .notJSON }
            ? Self.report(text)?.contains("\n    + | ") == true : !certain.isEmpty
        #expect(corrected.changes.isEmpty != isMendable)
        let left = corrected.left?.all ?? []
        #expect(certain.allSatisfy { !left.contains($0) })
    }

    /// What `roost check` refuses and no schema can: why not.
    private static let beyondASchema = [
        "claim-one-channel-twice":
            "two plugins, of names that nobody knows before, must not say the same",
        "claim-one-drone-twice": "the same",
        "claim-one-line-twice": "the same",
        "door-angle-beyond-servo": "what a policy commands, and what the driver at its port takes",
        "door-angles-swapped":
            "what is safe to a policy, and what the driver at its port does by itself",
        "door-bolt-held": "the same",
        "door-flap-too-slow": "what a policy must know in time, and how late its input may tell it",
        "door-light-too-slow": "the same",
        "door-driver-not-there": "a name that is not among those of the file",
        "door-lease-under-period": "two values with units are compared",
        "door-output-to-a-sensor": "which kind of driver a name of the file stands for",
        "door-port-of-a-driver": "the same",
        "door-run-unknown": "a name that is not among those of the file",
        "door-safe-angle-half-way":
            "what is safe to a policy, and what the driver at its port does by itself",
        "door-safe-angle-is-out": "the same",
        "door-shadow-of-another-angle": "the same",
        "door-too-slow": "how often a kind of policy must step, by its settings",
        "door-two-on-one-bolt":
            "two plugins, of names that nobody knows before, must not say the same",
        "door-unlocked-angle-tuned":
            "what is safe to a policy, and what the driver at its port does by itself",
        "door-wrong-kind-of-port": "which kind of driver a name of the file stands for",
        "drone-mission-not-there": "whether there is a file",
        "drone-too-slow": "which kind of driver a name of the file stands for",
        "json-key-twice": "a reader of JSON keeps one of the two before a schema sees any",
        "name-after-itself": "a name that is not among those of the file",
        "name-after-unknown": "the same",
        "name-circle": "a way through several plugins",
    ]

    @Test("PyPI's jsonschema refuses what roost check refuses, but for what no schema can see")
    func schema() throws {
        let good = Self.jsonFiles(in: "config")
        let paths = good.map { "config/\($0)" } + Self.names.map { "\(Self.folder)/\($0).json" }
        guard let verdicts = try Self.verdicts(of: paths) else { return }
        for name in good { #expect(verdicts[name] == "takes", "\(name)") }
        let taken = Self.names.filter { verdicts["\($0).json"] == "takes" }
        #expect(taken == Self.beyondASchema.keys.sorted())
        let refused = Self.names.filter { verdicts["\($0).json"] == "refuses" }
        #expect(refused.count >= 80)
        for name in Self.names where verdicts["\(name).json"] == nil {
            let codes = Self.errors(try Self.text(name).bytes)?.all.map(\.code) ?? []
            #expect(Set(codes) == [.notJSON], "\(name)")
        }
    }

    /// What `jsonschema` says of each; `nil` where that is not installed, unless the environment says which Python has it:
    /// script/test-third-party.
    private static func verdicts(of paths: [String]) throws -> [String: String]? {
        let home = try TemporaryDirectory()
        try home.write(
            "schema.json", ConfigurationSchema(ConfigurationFile.registry).json.line)
        let python = getenv("ROOST_JSONSCHEMA_PYTHON").map { String(cString: $0) }
        let words =
            [python ?? "python3", "\(folder)/validate.py", "\(home.path)/schema.json"] + paths
        guard let pipe = popen("cd \(projectDirectory) && \(words.joined(separator: " "))", "r")
        else { throw TestSupportError("popen failed") }
        var text: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF {
            text.append(UInt8(truncatingIfNeeded: byte))
        }
        let status = pclose(pipe) >> 8
        // 3: the library is not there; 127: nor is python3.
        if python == nil, [3, 127].contains(status) { return nil }
        #expect(status == 0)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ").map(String.init) }
        return Dictionary(lines.map { ($0[0], $0[1]) }) { first, _ in first }
    }
}
