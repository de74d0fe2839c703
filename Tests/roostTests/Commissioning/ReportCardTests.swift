import Core
import Testing
import Trials
import Values

@testable import roost

struct ReportCardTests {
    @Test("it has what it is of, each row with what was seen, and a sum") func text() {
        var card = ReportCard(subject: [("machine", "Raspberry Pi 3"), ("settings", "a.json")])
        card.add(
            SelftestResult(
                fault: "killed in flight", promise: "it lands", outcome: .kept("landed"),
                duration: .milliseconds(4200)))
        card.add(.skipped("the service", because: "it does not run"))
        #expect(card.isKept)
        card.add(
            SelftestResult(
                fault: "killed while locked", promise: "the bolt is drawn back",
                outcome: .broken("it stays out")))
        #expect(!card.isKept)
        #expect(
            card.text == """
                machine   Raspberry Pi 3
                settings  a.json

                  ok      killed in flight: it lands
                          landed (4.2 s)
                  -       the service: not rehearsed: it does not run
                  BROKEN  killed while locked: the bolt is drawn back
                          instead: it stays out

                1 kept, 1 NOT KEPT, 1 not rehearsed

                """)
    }

    @Test("a row takes as long as it takes, and says what it saw instead") func row() {
        let clock = ManualScheduler()
        let kept = SelftestRow("a", "b") { () throws(PlainError) in
            clock.sleep(for: .seconds(3))
            return "c"
        }
        #expect(
            kept.result(clock)
                == SelftestResult(
                    fault: "a", promise: "b", outcome: .kept("c"), duration: .seconds(3)))
        let broken = SelftestRow("a", "b") { () throws(PlainError) in throw PlainError("d") }
        #expect(broken.result(clock).outcome == .broken("d"))
    }
}
