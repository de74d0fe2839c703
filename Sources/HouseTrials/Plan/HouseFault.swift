import Core
import Values

/// Something that goes wrong with a door, or is done to it.
package struct HouseFault: Equatable, Sendable, CustomStringConvertible {
    package enum What: String, CaseIterable, Sendable {
        case hand = "a hand on the sensor"
        case porchLamp = "a porch lamp"
        case storm = "a storm"
        case snow = "snow on the sensor"
        case openWire = "the photoresistor's wire open"
        case looseWire = "the photoresistor's wire loose"
        case thermometer = "the thermometer gone"
        case latchSaysBack = "the latch switch stuck at back"
        case latchSaysOut = "the latch switch stuck at out"
        case flapSaysShut = "the flap switch stuck at shut"
        case flapSaysOpen = "the flap switch stuck at open"
        case frost = "a wet bolt"
        case jam = "a stuck bolt"
        case catInFlap = "a cat that stays in the flap"
        case swing = "a flap that swings"
        case stall = "a policy that hangs"
        case powerCut = "a power cut"
        case restart = "a restart"
        case drawnByHand = "a bolt drawn by hand"
        case lockAsked = "somebody asks to lock"
        case pairAsked = "somebody asks to lock and at once to unlock"
        case readerSilent = "a reader that sees no tag"
        case readerGone = "a reader that does not answer"
        case collarLost = "a collar lost at the reader"
        case clockUnset = "a clock that is not set"
        case clockWrong = "a clock that is seven hours wrong"
        case tailgate = "cats that go through one behind the other"
        // Each new one last: faults are drawn in this order.
        case flapReversed = "the flap switch the wrong way round"
        case brownOut = "a servo that browns out the machine"
        case halfIce = "ice that holds the bolt half-way"

        /// As it is asked for: "porch-lamp".
        package var word: String {
            "\(self)".map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
        }
    }

    package let what: What
    /// Since the begin of the year.
    package let second: Int
    package let lasting: Int

    package var description: String {
        let day = second / 86400 + 1
        return "\(what.rawValue), day \(day), \(text(ofSeconds: Double(second % 86400))), for "
            + text(ofSeconds: Double(lasting))
    }

    /// How often it comes within a year, between which hours it begins, how long it lasts.
    private struct Habit {
        let perYear: Double
        let hours: ClosedRange<Double>
        let minutes: ClosedRange<Double>
    }

    private static func habit(of what: What) -> Habit {
        func habit(
            _ perYear: Double, _ hours: ClosedRange<Double> = 0...24, _ minutes: ClosedRange<Double>
        ) -> Habit {
            Habit(perYear: perYear, hours: hours, minutes: minutes)
        }
        switch what {
        case .hand: return habit(12, 7...20, 1...5)
        case .porchLamp: return habit(30, 16...22, 60...240)
        case .storm: return habit(8, 10...17, 30...60)
        case .snow: return habit(2, 500...2000)
        case .openWire, .looseWire: return habit(3, 10...1440)
        case .thermometer: return habit(6, 1...360)
        case .readerSilent, .readerGone, .collarLost: return habit(3, 60...2880)
        case .latchSaysBack, .latchSaysOut, .flapSaysShut, .flapSaysOpen: return habit(2, 60...1440)
        case .frost: return habit(6, 16...20, 720...720)
        case .jam: return habit(4, 10...360)
        case .catInFlap: return habit(12, 1...3)
        case .swing: return habit(50, 0.05...0.2)
        case .stall: return habit(4, 0.1...2)
        case .powerCut: return habit(4, 1...240)
        case .restart: return habit(12, 0...0)
        case .drawnByHand: return habit(4, 18...24, 0...0)
        case .lockAsked: return habit(6, 60...300)
        case .pairAsked: return habit(12, 60...120)
        case .clockUnset, .clockWrong: return habit(6, 60...2880)
        case .tailgate: return habit(12, 60...1440)
        case .flapReversed: return habit(2, 60...2880)
        case .brownOut: return habit(4, 60...2880)
        case .halfIce: return habit(6, 4...20, 60...720)
        }

        func habit(_ perYear: Double, _ minutes: ClosedRange<Double>) -> Habit {
            habit(perYear, 0...24, minutes)
        }
    }

    /// Those of so many days, in the order of their time.
    static func drawn(days: Int, using generator: inout SeededGenerator) -> [HouseFault] {
        var faults: [HouseFault] = []
        for what in What.allCases {
            let habit = habit(of: what)
            for day in 0..<days where generator.happens(habit.perYear / 365) {
                let hour = Double.random(in: habit.hours, using: &generator)
                let minutes = Double.random(in: habit.minutes, using: &generator)
                faults.append(
                    HouseFault(
                        what: what, second: day * 86400 + Int(hour * 3600),
                        lasting: Int(minutes * 60)))
            }
        }
        return faults.sorted { $0.second < $1.second }
    }
}
