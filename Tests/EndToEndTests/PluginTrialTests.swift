import Glibc
import TestSupport
import TestTraits
import Testing

/// `roost plugin test` on programs that do what every driver must, and on those that do not: each fault is found in its row.
@Suite(.blocking) struct PluginTrialTests {
    private static let manifest = """
        {
          "roost_plugin": 1, "name": "example.air", "version": "1.0", "summary": "The air.",
          "program": "driver.sh", "ready_within": "4s",
          "settings": {
            "port": { "kind": "text", "default": "none", "claims": "serial port", "help": "Its port." },
            "every": { "kind": "time", "from": "1s", "to": "1h", "default": "2s", "help": "How often." }
          },
          "ports": {
            "co2": { "kind": "measurement", "quantity": "concentration", "valid_for": "every", "help": "CO2." },
            "presses": { "kind": "button-press", "help": "A button." }
          }
        }
        """

    /// A driver that is right, in parts that a test exchanges.
    private static let parts: KeyValuePairs = [
        "head": "#!/bin/sh\nread -r line",
        "version": """
        case $line in
        *'"start":1}'*) ;;
        *) echo '{"fault":"refused","text":"speaks version 1"}'; exit 1 ;;
        esac
        """,
        "lock": """
        exec 9>lock
        flock -n 9 || { echo '{"fault":"busy","text":"another has it"}'; exit 1; }
        """,
        "ready": "printf '{\"ready\":1,\"manifest\":%s}\\n' \"$(tr -d '\\n' <plugin.json)\"",
        "value": "echo '{\"port\":\"co2\",\"value\":412.5}'",
        "loop": """
        while read -r line; do
            case $line in
            '{"ping":'*) echo "{\\"pong\\":${line#*:}" ;;
            esac
        done
        """,
        "end": "exit 0",
    ]

    private func trial(
        _ part: String = "", _ other: String = ""
    ) throws -> (end: RoostProcess.End, output: String, errors: String) {
        let folder = try TemporaryDirectory()
        try folder.write("plugin.json", Self.manifest)
        let text = Self.parts.map { $0.key == part ? other : $0.value }.joined(separator: "\n")
        try folder.write("driver.sh", text + "\n")
        chmod("\(folder.path)/driver.sh", 0o755)
        return try finished(RoostProcess("plugin", "test", folder.path, "every=3s"))
    }

    @Test("a driver that is right has a card without a BAD row, and exit code 0") func right()
        throws
    {
        let card = try trial()
        #expect(card.end == .exited(0), "\(card)")
        #expect(!card.output.contains("BAD"))
        #expect(card.output.contains("ok   says something of co2: 412.5"))
        #expect(card.output.contains("-    says something of presses"))
        #expect(
            card.output.contains("ok   is busy when another one has its device: another has it"))
    }

    private static let faults: [(part: String, other: String, row: String)] = [
        ("version", "", "refuses a version of the protocol that it does not speak: it is ready"),
        (
            "version", "case $line in *'\"start\":1}'*) ;; *) cat >/dev/null ;; esac",
            "does not speak: it says nothing and goes on"
        ),
        ("lock", "", "is busy when another one has its device: two have none at once"),
        (
            "lock", "exec 9>lock; flock -n 9 || exit 1",
            "has its device: the program has ended (exit code 1)"
        ),
        (
            "lock",
            "exec 9>lock; flock -n 9 || { echo '{\"fault\":\"other\",\"text\":\"no\"}'; exit 1; }",
            "its fault is no \"busy\": no"
        ),
        ("ready", "", "says that it is ready, with its manifest: is not ready within 4 s"),
        (
            "ready", "echo '{\"ready\":1}'",
            "says that it is ready, with its manifest: it does not send"
        ),
        ("ready", "echo oops >&2; exit 3", "its manifest: the program has ended (exit code 3)"),
        ("value", "", "says something of co2: nothing in 10 s"),
        ("value", "echo '{\"port\":\"co2\",\"value\":-1}'", "writes nothing that is refused: 1 of"),
        (
            "value", "echo '{\"port\":\"co2\",\"value\":1}'; echo hello",
            "writes nothing that is refused: 1 of"
        ),
        ("loop", "cat >/dev/null", "answers each ping: the program does not answer"),
        (
            "loop",
            """
            while read -r line; do
                case $line in
                '{"ping":'*) echo "{\\"pong\\":${line#*:}" ;;
                *) exit 1 ;;
                esac
            done
            """, "passes over a line that it does not know: the program has ended (exit code 1)"
        ),
        ("end", "exit 5", "ends with its input, exit code 0: exit code 5"),
        ("end", "sleep 60", "ends with its input, exit code 0: it still runs after 2 s"),
    ]

    @Test(
        "each fault of a driver is a BAD row with its reason, and exit code 1",
        arguments: 0..<faults.count)
    func fault(_ index: Int) throws {
        let fault = Self.faults[index]
        let card = try trial(fault.part, fault.other)
        #expect(card.end == .exited(1))
        let bad = card.output.split(separator: "\n").filter { $0.contains("BAD") }
        #expect(bad.contains { $0.contains(fault.row) }, "\(card)")
    }

    @Test(
        "settings are read like those of a command: unknown ones and values out of range are told")
    func settings() throws {
        let folder = try TemporaryDirectory()
        try folder.write("plugin.json", Self.manifest)
        for (word, said) in [
            ("evry=3s", "unknown key"), ("every=9h", "out of range"), ("every", "KEY=VALUE"),
        ] {
            let card = try finished(RoostProcess("plugin", "test", folder.path, word))
            #expect(card.errors.contains(said), "\(card)")
            #expect(card.end != .exited(0) && card.end != .exited(1))
        }
    }
}
