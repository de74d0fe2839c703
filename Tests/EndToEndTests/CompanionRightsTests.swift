import Control
import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// The programs beside the service, as the users that their units name. Names of users are the machine's, so the service
/// sees a list of its own.
@Suite(
    .blocking, .timeLimit(.minutes(5)),
    .enabled(if: geteuid() == 0, "only root can be another user, and give the service users"))
struct CompanionRightsTests {
    private static let users: [(name: String, number: Int)] = [
        ("roost-gateway", 6101), ("roost-mqtt", 6102), ("roost-notify", 6103),
        ("roost-bluetooth", 6104), ("roost-stick", 6105), ("anna", 6106),
    ]
    private static let group = 6100

    private let home: TestInstallation
    private let roost: RoostProcess

    init() throws {
        home = try TestInstallation()
        let path = home.directory.path
        let lines = Self.users.map { "\($0.name):x:\($0.number):\(Self.group)::/:/bin/false\n" }
        try home.directory.write(
            "passwd", "root:x:0:0::/:/bin/sh\n" + lines.joined())
        let start =
            "mount --bind \(path)/passwd /etc/passwd && exec \"$@\""
        roost = try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime],
            under: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", start, "sh"])
        try roost.waitFor("started:")
        for folder in [path, home.runtime, home.socket] {
            chown(folder, 0, gid_t(Self.group))
            chmod(folder, folder == home.socket ? 0o660 : 0o750)
        }
    }

    /// What the service answers to a user.
    private func ask(_ number: Int, _ line: String) throws -> JSONValue {
        let script = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX); s.settimeout(10); s.connect(sys.argv[1])
            s.sendall(sys.argv[2].encode() + b"\\n"); b = b""
            while not b.endswith(b"\\n"): b += s.recv(65536)
            print(b.split(b"\\n")[0].decode())
            """
        let asked = try RoostProcess(
            [],
            under: [
                "/usr/bin/setpriv", "--reuid=\(number)", "--regid=\(Self.group)", "--clear-groups",
                "/usr/bin/python3", "-c", script, home.socket, line, "--",
            ])
        let (_, output, errors) = try finished(asked)
        guard !output.isEmpty else { throw TestSupportError(errors) }
        return try JSONValue(parsing: output.utf8)
    }

    private func isRefused(_ answer: JSONValue) -> Bool {
        guard case .string(let why)? = answer["error"] else { return false }
        return answer["ok"] == false && answer["code"] == "refused" && why.contains(" may not ")
    }

    @Test("each gets what its job takes, and apply, use, restart, plan only where they are its job")
    func rights() throws {
        let lines: [(kind: ControlRequest.Kind, line: String)] = [
            (.status, #"{"request":"status"}"#), (.history, #"{"request":"history"}"#),
            (.requests, #"{"request":"requests"}"#), (.watch, #"{"request":"watch"}"#),
            (.plan, #"{"request":"plan","text":"{}"}"#),
            (.apply, #"{"request":"apply","text":"{\"name\":\"pwned\"}"}"#),
            (.use, #"{"request":"use","policy":"a","name":"b"}"#),
            (.restart, #"{"request":"restart","name":"a"}"#),
            (
                .send,
                #"{"request":"send","to":"drone","name":"cut-motors","arguments":{"confirm":"let-it-fall"}}"#
            ),
        ]
        for user in Self.users where user.name != "roost-stick" {
            let role = ControlRole(user: user.name)
            for (kind, line) in lines where role != .person || kind != .apply {
                let answer = try ask(user.number, line)
                #expect(
                    isRefused(answer) != role.rights.kinds.contains(kind),
                    "\(user.name): \(line): \(answer.line)")
            }
        }
        #expect(try home.status().name == "roost")
        #expect(roost.errors.contains("roost-notify may not ask for \"apply\""))
    }

    @Test("a member of the group that is no program may do everything; a stranger does not get in")
    func people() throws {
        let applied = try ask(6106, #"{"request":"apply","text":"{\"name\":\"house\"}"}"#)
        #expect(applied["ok"] == true, "\(applied.line)")
        #expect(try home.status().configuration?.appliedBy == "anna")
        #expect(throws: TestSupportError.self) {
            let asked = try RoostProcess(
                [],
                under: [
                    "/usr/bin/setpriv", "--reuid=6199", "--regid=6199", "--clear-groups",
                    "/usr/bin/python3", "-c",
                    "import socket,sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1]); print(1)",
                    home.socket, "--",
                ])
            let (_, output, errors) = try finished(asked)
            if output.isEmpty { throw TestSupportError(errors) }
        }
    }

    @Test("people who watch take no place of a program's, and one program none of another's")
    func watchers() throws {
        let socket = home.socket
        let people = try (0..<8).map { _ in try ControlWatch(socket, asking: ["request": "watch"]) }
        for person in people { #expect(eventually { person.read().first?["ok"] == true }) }
        #expect(try home.ask(#"{"request":"watch"}"#)["ok"] == false)
        for number in 6101...6104 {
            #expect(try ask(number, #"{"request":"watch"}"#)["ok"] == true, "\(number)")
        }
        withExtendedLifetime(people) {}
    }
}
