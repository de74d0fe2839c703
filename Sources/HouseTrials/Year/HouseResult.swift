import Core
import PetDoor
import PolicyKit
import Simulators
import Trials
import Values

/// What a day was like. Days begin at midnight of the winter's clock.
package struct DayResult: Sendable {
    package internal(set) var passages = 0
    package internal(set) var refusals = 0
    package internal(set) var shutOutMinutes = 0
    package internal(set) var lockedInMinutes = 0
    package internal(set) var lockedMinutes = 0
    package internal(set) var moves = 0
    /// In which frost holds the bolt, wherever it is.
    package internal(set) var frozenMinutes = 0
    package internal(set) var alarms = 0
    package internal(set) var minCelsius = Double.infinity
    package internal(set) var maxCelsius = -Double.infinity
    /// For each minute what was so.
    package internal(set) var minutes = [Minute](repeating: [], count: 1440)

    /// What is so in a minute, for a picture of it.
    package struct Minute: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// The sun is down and its light gone: below -6 degrees.
        package static let night = Minute(rawValue: 1)
        /// Between that and 3 degrees above the horizon.
        package static let twilight = Minute(rawValue: 2)
        /// Less than 1000 lx by day: a dark cloud, or something covers the sensor.
        package static let gloom = Minute(rawValue: 4)
        package static let frost = Minute(rawValue: 8)
        package static let locked = Minute(rawValue: 16)
        /// The first cat is outside.
        package static let outside = Minute(rawValue: 32)
        /// A cat of the house wants in and cannot.
        package static let shutOut = Minute(rawValue: 64)
        /// A cat wants out and cannot.
        package static let lockedIn = Minute(rawValue: 128)
    }
}

/// What became of a year.
package struct HouseResult: Sendable {
    /// A cat of the house that waits so long before the flap has been shut out.
    package static let shutOutSeconds = 1800
    /// For so long after a cat of the house the bolt may still be back for it.
    static let followSeconds = 60

    package let number: Int
    package let law: HouseSetup.Law
    package internal(set) var days: [DayResult] = []
    package internal(set) var inward = 0
    package internal(set) var outward = 0
    package internal(set) var peeks = 0
    package internal(set) var refusedInward = 0
    package internal(set) var refusedOutward = 0
    /// Of a cat from elsewhere: how often it came in, and how often it was refused.
    package internal(set) var strangersIn = 0
    package internal(set) var strangersRefused = 0
    /// Of those that came in, the ones behind a cat of the house: within `followSeconds` of one at the flap.
    package internal(set) var strangersBehind = 0
    /// How often the bolt went out, by itself, while a cat of the house was outside.
    package internal(set) var locksWithCatOutside = 0
    /// How long each cat of the house waited before it was let in that was refused, in seconds.
    package internal(set) var waits: [Double] = []
    /// How long each cat of the house that came in had been at the flap or wanted in, in seconds; 0 for one that was not refused.
    package internal(set) var entryWaits: [Double] = []
    /// Nights, from noon to noon, in which one waited for `shutOutSeconds` or more.
    package internal(set) var nightsShutOut: Set<Int> = []
    /// Minutes with the bolt out while the sun is up, and back while it is down by 6 degrees.
    package internal(set) var lockedByDayMinutes = 0
    package internal(set) var unlockedByNightMinutes = 0
    package internal(set) var lockedRoundTheClock = 0
    package internal(set) var moves = 0
    /// Seconds in which the bolt went out while the flap was really open.
    package internal(set) var movesOntoOpenFlap = 0
    /// Severity and kind of what the policy had people told of, each time that it began.
    package internal(set) var alerts: [String] = []
    package internal(set) var restarts = 0
    /// Minutes in which the bolt was said to be back, and was not.
    package internal(set) var saidBackMinutes = 0
    /// Minutes in which the bolt was said to be out, and was half-way.
    package internal(set) var saidOutMinutes = 0
    /// How often the servo took the machine down.
    package internal(set) var brownOuts = 0
    package internal(set) var faults: [String] = []
    package internal(set) var breaches: [RuleBreach] = []
    package internal(set) var breachCounts: [String: Int] = [:]

    init(number: Int, law: HouseSetup.Law) {
        self.number = number
        self.law = law
    }

    func count(of severity: Severity) -> Int {
        alerts.count { $0.hasPrefix(severity.rawValue) }
    }

    package var shutOutHours: Double { Double(days.reduce(0) { $0 + $1.shutOutMinutes }) / 60 }
    package var lockedInHours: Double { Double(days.reduce(0) { $0 + $1.lockedInMinutes }) / 60 }
    package var lockedHours: Double { Double(days.reduce(0) { $0 + $1.lockedMinutes }) / 60 }
    package var frozenHours: Double { Double(days.reduce(0) { $0 + $1.frozenMinutes }) / 60 }
    package var maxMovesADay: Int { days.map(\.moves).max() ?? 0 }
    /// Of the days on which nothing tried to free a bolt from the frost.
    package var maxMovesADayWithoutFrost: Int {
        days.filter { $0.frozenMinutes == 0 }.map(\.moves).max() ?? 0
    }
    package var movesADay: Double { Double(moves) / Double(max(1, days.count)) }
}
