import Testing

@testable import Values

struct SwitchPatternTests {
    private typealias Step = SwitchPattern.Step

    private static func step(_ on: Int, _ off: Int) -> SwitchPattern.Step {
        Step(on: .milliseconds(on), off: .milliseconds(off))
    }

    private func levels(_ pattern: SwitchPattern?, at milliseconds: [Int]) -> [Bool?] {
        milliseconds.map { pattern?.isOn(after: .milliseconds($0)) }
    }

    @Test("steps follow each other to the nanosecond, and begin again")
    func steps() {
        let pattern = SwitchPattern([Self.step(100, 200), Self.step(300, 400)])
        #expect(
            levels(pattern, at: [0, 99, 100, 299, 300, 599, 600, 999, 1000, 1100])
                == [true, true, false, false, true, true, false, false, true, false])
        #expect(pattern?.isOn(after: .milliseconds(100) - .nanoseconds(1)) == true)
        #expect(pattern?.isOn(after: .seconds(1_000_000_000)) == true)
    }

    @Test("so many rounds, and then it is over permanently")
    func rounds() {
        let pattern = SwitchPattern([Self.step(100, 100)], rounds: 3)
        #expect(
            levels(pattern, at: [0, 450, 599, 600, 1_000_000]) == [true, true, false, nil, nil])
    }

    @Test("a time before the beginning is the beginning")
    func before() {
        #expect(SwitchPattern.blink.isOn(after: .seconds(-5)) == true)
    }

    @Test(
        "what is no pattern is none",
        arguments: [
            [], [step(49, 100)], [step(100, 0)], [step(100, -100)], [step(60_001, 100)],
            [step(30_000, 30_001)], Array(repeating: step(50, 50), count: 17),
        ] as [[SwitchPattern.Step]])
    func bounds(_ steps: [SwitchPattern.Step]) {
        #expect(SwitchPattern(steps) == nil)
    }

    @Test("the number of rounds is bounded")
    func roundBounds() {
        #expect(SwitchPattern([Self.step(50, 50)], rounds: 0) == nil)
        #expect(SwitchPattern([Self.step(50, 50)], rounds: 1001) == nil)
        #expect(SwitchPattern([Self.step(50, 50)], rounds: 1000) != nil)
        #expect(SwitchPattern([Self.step(30_000, 30_000)]) != nil)
    }

    @Test("flashes can be counted, and a pause follows them until the round is over")
    func flashes() {
        let three = SwitchPattern.flashes(3, every: .seconds(2))
        #expect(
            levels(three, at: [0, 99, 100, 250, 349, 350, 500, 599, 600, 1999, 2000])
                == [true, true, false, true, true, false, true, true, false, false, true])
        for count in [-1, 0, 1, 8, 99] {
            for round in [Duration.seconds(-1), .zero, .milliseconds(100), .seconds(3600)] {
                let pattern = SwitchPattern.flashes(count, of: round, every: round)
                #expect(SwitchPattern(pattern.steps, rounds: pattern.rounds) == pattern)
            }
        }
    }

    @Test("the named ones are within the bounds")
    func named() {
        for pattern in [SwitchPattern.blink, .doubleFlash, .beeps(3), .beeps(-1), .beeps(9999)] {
            #expect(SwitchPattern(pattern.steps, rounds: pattern.rounds) == pattern)
        }
    }

    @Test("what comes back from text is the same, and held to the bounds")
    func codable() throws {
        let pattern = SwitchPattern.beeps(3)
        #expect(try roundTrip(SwitchCommand.pattern(pattern)) == .pattern(pattern))
        #expect(try roundTrip(SwitchCommand.active) == .active)
        #expect(throws: (any Error).self) {
            try decode(SwitchPattern.self, #"{"steps": [], "rounds": 1}"#)
        }
    }
}
