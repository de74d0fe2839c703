import Testing
import Values

@testable import HouseTrials

/// The rule of the locker before Roost: light above 700 of 1023 with a band of 30, 2 to 33 °C.
struct PlainRuleTests {
    private func isLocked(_ readings: [(steps: Double, celsius: Double?)]) -> Bool {
        let settings = PlainRule.Settings(
            lockedAngle: .degrees(180), unlockedAngle: .degrees(65))
        var rule = PlainRule(settings: settings)
        var command = ServoCommand.release
        for reading in readings {
            command =
                rule.step(
                    PlainRule.Inputs(
                        ratio: reading.steps / 1023, celsius: reading.celsius, requests: []),
                    by: settings, at: .zero
                ).bolt
        }
        return command == .move(to: .degrees(180))
    }

    @Test("it locks below its band and unlocks above, and in between stays as it was")
    func light() {
        #expect(isLocked([(684, 10)]))
        #expect(!isLocked([(684, 10), (716, 10)]))
        #expect(isLocked([(684, 10), (714, 10)]))
        #expect(!isLocked([(716, 10), (686, 10)]))
    }

    @Test("it locks for cold and heat, and for a thermometer that is gone")
    func air() {
        #expect(isLocked([(900, 1.5)]))
        #expect(isLocked([(900, 33.5)]))
        #expect(isLocked([(900, -127)]))
        #expect(!isLocked([(900, nil)]))
    }
}
