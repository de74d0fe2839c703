import CommandKit
import Testing

@testable import roost

/// What a real sshd makes of it is tried by `script/test-host`.
@Suite struct RemoteCommandTests {
    @Test(
        "words come out of the shell there as they went in",
        arguments: [
            (["status"], "roost status"),
            (["send", "target", "52.5", "-13.4"], "roost send target 52.5 -13.4"),
            (["send", "set", "5 °C"], "roost send set '5 °C'"),
            (
                ["why", "it's", "; reboot", "$(id)", ""],
                "roost why 'it'\\''s' '; reboot' '$(id)' ''"
            ),
        ])
    func quoting(words: [String], line: String) {
        #expect(RemoteCommand.line(words) == line)
    }

    @Test("what would be an option to ssh is no machine, and a machine alone no command")
    func refused() {
        #expect(commandTable.run(["--host", "-oProxyCommand=id", "status"]) == 2)
        #expect(commandTable.run(["--host", "pi"]) == 2)
        #expect(commandTable.run(["--host"]) == 2)
    }
}
