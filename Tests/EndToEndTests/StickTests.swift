import Core
import Glibc
import TestSupport
import TestTraits
import Testing

/// `roost-stick` beside a roost whose panel is lines of a tree of files, with a key of OpenSSL's own program.
@Suite(
    "Deployment by stick", .timeLimit(.minutes(10)), .flying,
    .enabled(if: access("/usr/bin/openssl", X_OK) == 0, "openssl makes the key"))
struct StickTests {
    private static let button = 5
    private static let lamp = 6

    private let home: TestInstallation

    init() throws {
        home = try TestInstallation()
        try write(answerWithin: "60s", to: "roost.json")
        for line in [Self.button, Self.lamp] { try home.directory.makeSysfsLine(line) }
        try home.directory.write(
            "stick.json",
            """
            {"key": "\(path)/owner.pub", "machine": "garden", "stick": "\(path)/stick", "state": "\(path)/state",
             "runtime": "\(path)/link", "control_socket": "\(home.socket)"}
            """)
        for folder in ["stick", "state", "link"] { try home.directory.makeDirectory(folder) }
        try openssl("genpkey", "-algorithm", "ed25519", "-out", "\(path)/owner.pem")
        try openssl(
            "pkey", "-in", "\(path)/owner.pem", "-pubout", "-out", "\(path)/owner.pub")
        #expect(try stick("adopt", "\(path)/stick.json", home.configuration).end == .exited(0))
    }

    private var path: String { home.directory.path }

    private func write(answerWithin: String, to file: String) throws {
        try home.directory.write(
            file,
            """
            {"sysfs": "\(path)/sys", "drivers": {
              "button": {"driver": "gpio-input", "mode": "button", "line": "sysfs:\(Self.button)", "poll": "20ms",
                         "double_press": "0s"},
              "lamp": {"driver": "gpio-output", "line": "sysfs:\(Self.lamp)", "safe": "inactive"}},
             "policies": {"stick": {"policy": "deployment-panel", "answer_within": "\(answerWithin)",
               "inputs": {"button": "button"}, "outputs": {"lamp": "lamp"}}}}
            """)
    }

    private func openssl(_ words: String...) throws {
        // What stands behind the command of the shell is not looked at.
        let command = "exec openssl \(words.joined(separator: " "))"
        let program = try RoostProcess([], under: ["/bin/sh", "-c", command])
        let (end, _, errors) = try finished(program)
        #expect(end == .exited(0), "\(errors)")
    }

    private func stick(
        _ words: String...
    ) throws -> (end: RoostProcess.End, output: String, errors: String) {
        try finished(RoostProcess(words, program: "roost-stick"))
    }

    private func pack(_ number: Int) throws {
        try write(answerWithin: "90s", to: "new.json")
        let packed = try stick(
            "pack", "\(path)/new.json", "--key", "\(path)/owner.pem", "--machine", "garden", "--to",
            "\(path)/stick", "--number", "\(number)")
        #expect(packed.end == .exited(0), "\(packed.errors)")
    }

    private func press() throws {
        try home.directory.setSysfsLine(Self.button, isActive: true)
        usleep(150_000)
        try home.directory.setSysfsLine(Self.button, isActive: false)
    }

    @Test("signed, seen, pressed, applied, kept after its minute, and not taken twice")
    func deployed() throws {
        let roost = try home.start()
        try pack(7)
        // What signs is checked by OpenSSL's own program.
        try openssl(
            "pkeyutl", "-verify", "-pubin", "-inkey", "\(path)/owner.pub", "-rawin", "-in",
            "\(path)/stick/roost/deployment.json", "-sigfile",
            "\(path)/stick/roost/deployment.sig")
        let deployment = try RoostProcess(["\(path)/stick.json"], program: "roost-stick")
        try deployment.waitFor("deployment 7 waits for a press of the button: 1 change")
        #expect(eventually { home.directory.isSysfsLineActive(Self.lamp) == true })
        #expect(
            eventually {
                home.directory.read("stick/roost-result.txt")?.hasPrefix("WAITS") == true
            })
        // Longer than a hand that was on its way takes.
        usleep(1_200_000)
        try press()
        try deployment.waitFor("deployment 7 was allowed by a press of the button")
        #expect(try deployment.wait(within: .seconds(100)) == .exited(0), "\(deployment.errors)")
        #expect(
            home.directory.read("stick/roost-result.txt")?.contains(
                "stick: answer_within: 60s -> 90s") == true,
            "\(home.directory.read("stick/roost-result.txt") ?? "")")
        #expect(
            home.directory.read("link/roost.json") == home.directory.read("new.json"))
        let again = try stick("\(path)/stick.json")
        #expect(again.end == .exited(1))
        #expect(again.errors.contains("REFUSED: deployment 7 was deployed here already"))
        try home.waitForStatus("tells that it was refused") {
            $0.policy("stick")?.reason?.code == "refused"
        }
        roost.send(signal: SIGTERM)
        #expect(try roost.wait() == .exited(0), "\(roost.errors)")
    }

    @Test("one that another key has signed is refused, and so is one whose file was changed")
    func refused() throws {
        let roost = try home.start()
        try openssl("genpkey", "-algorithm", "ed25519", "-out", "\(path)/owner.pem")
        try pack(7)
        let foreign = try stick("\(path)/stick.json")
        #expect(foreign.end == .exited(1))
        #expect(foreign.errors.contains("REFUSED: it is not signed by the owner's key"))
        let verified = try stick("verify", "\(path)/stick.json")
        #expect(verified.end == .exited(1) && verified.errors.contains("not signed by the owner"))
        try home.waitForStatus("tells that it was refused") {
            $0.policy("stick")?.reason?.code == "refused"
        }
        withExtendedLifetime(roost) {}
    }

    @Test("no public key, or one of another kind, is said before anything is looked at")
    func keys() throws {
        try home.directory.write("owner.pub", "hello")
        let (end, _, errors) = try stick("\(path)/stick.json")
        #expect(
            end == .exited(1) && errors.contains("owner.pub: no public key in PEM"), "\(errors)")
        try openssl("genpkey", "-algorithm", "x25519", "-out", "\(path)/other.pem")
        try openssl("pkey", "-in", "\(path)/other.pem", "-pubout", "-out", "\(path)/owner.pub")
        let other = try stick("verify", "\(path)/stick.json")
        #expect(other.errors.contains("a key of another kind than Ed25519"), "\(other.errors)")
    }

    @Test("words that it does not know end with 2, and help with its usage") func words() throws {
        #expect(try stick("pack", "a").end == .exited(2))
        #expect(try stick().errors.contains("Try: roost-stick --help"))
        let help = try stick("pack", "--help")
        #expect(help.end == .exited(0) && help.output.contains("--machine NAME"))
    }
}
