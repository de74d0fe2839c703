import Terminal
import Testing

@testable import roost

struct DiagnosisTests {
    @Test("a diagnosis is its verdict, what was found, and what mends it, wrapped but for commands")
    func text() {
        let command = "sudo a-command-that-is-longer-than-the-line-but-must-be-copied-whole"
        let lines = Diagnosis.wrong("supply", "under-voltage at times", command).lines(columns: 56)
            .map { $0.rendered(colour: false) }
        #expect(
            lines == [
                "  WRONG supply         under-voltage at times",
                "                       -> \(command)",
            ])
    }

    @Test(
        "little space is told before there is none",
        arguments: [(500, .right), (499, .doubtful), (50, .doubtful), (49, .wrong), (0, .wrong)]
            as [(UInt64, Diagnosis.Verdict)])
    func space(megabytes: UInt64, verdict: Diagnosis.Verdict) {
        #expect(MachineChecks.space(megabytes, at: "/").verdict == verdict)
    }
}
