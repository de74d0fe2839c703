import Core
import Testing
import Values

@testable import Recording
@testable import roost

/// What `roost replay` prints of another configuration.
@Suite struct ReplayTextTests {
    private func change(_ seconds: Double, _ reason: String) -> Replay.WordChange {
        Replay.WordChange(
            output: "heater", word: "on", at: .zero + .milliseconds(Int(seconds * 1000)),
            time: WallTime(secondsSince1970: seconds), reason: reason)
    }

    private func text(_ old: Double?, _ new: Double?) -> String {
        ReplayCommand.text(
            Replay.Result.Shift(
                recorded: old.map { change($0, "room 22.5 °C") },
                replayed: new.map { change($0, "room 20.9 °C") }))
    }

    @Test("a shift has one unit for about a second, and the reason of the moment it is about")
    func shift() {
        let end = ", at 1970-01-01 00:01:00 in place of"
        #expect(text(59.001, 60).hasPrefix("on (heater) 1.0 s later\(end) 1970-01-01 00:00:59"))
        #expect(text(59, 60).hasPrefix("on (heater) 1.0 s later\(end)"))
        #expect(text(61, 60).hasPrefix("on (heater) 1.0 s earlier\(end)"))
        #expect(text(59.75, 60).hasPrefix("on (heater) 0.25 s later\(end)"))
        #expect(text(840, 60).hasPrefix("on (heater) 13 min earlier\(end)"))
        #expect(text(59, 60).hasSuffix(": room 20.9 °C"))
        #expect(
            text(59, nil)
                == "never on (heater), as it did at 1970-01-01 00:00:59; the new file says then: room 22.5 °C"
        )
        #expect(
            text(nil, 60)
                == "on (heater) at 1970-01-01 00:01:00, as it did not: room 20.9 °C")
    }
}
