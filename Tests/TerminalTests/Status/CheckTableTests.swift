@testable import Core
import Terminal
import Testing

@Suite struct CheckTableTests {
    private static let report = CheckReport(
        name: "pilot", policy: "drone-navigation", isReady: false,
        checks: [
            Check("aircraft", measured: "heard of 40 ms ago", limit: "heard of", obstacles: []),
            Check("home", measured: nil, limit: "for 10 s", obstacles: []),
            Check(
                "battery", measured: "37 %", limit: "at least 40 %",
                obstacles: ["the battery is at 37 %, it needs 40 %"]),
        ])

    private func lines(_ columns: Int? = nil, colour: Bool = false) -> [String] {
        CheckTable(Self.report, columns: columns).lines.map { $0.rendered(colour: colour) }
    }

    @Test("what is wrong comes first, with its reason, then what is not known") func order() {
        #expect(
            lines() == [
                "pilot: NOT READY: 1 of 3 checks failed", "",
                "NO  battery   37 % (at least 40 %)",
                "              the battery is at 37 %, it needs 40 %",
                "?   home      none (for 10 s)",
                "ok  aircraft  heard of 40 ms ago (heard of)",
            ])
    }

    @Test("green and red are on the marks, and the words say it without them") func colours() {
        let lines = lines(colour: true)
        #expect(lines[0].contains("\u{1B}[1;37;41mNOT READY"))
        #expect(lines[2].hasPrefix("\u{1B}[31mNO"))
        #expect(lines[5].hasPrefix("\u{1B}[32mok"))
    }

    @Test("long lines are broken to the width") func width() {
        #expect(lines(40).allSatisfy { $0.count <= 40 })
        #expect(lines(40).joined(separator: " ").contains("needs"))
    }

    @Test("where all is well the title says so") func ready() {
        let report = CheckReport(name: "pilot", policy: "p", isReady: true, checks: [])
        #expect(CheckTable(report).lines[0].rendered(colour: false) == "pilot: ready")
    }
}
