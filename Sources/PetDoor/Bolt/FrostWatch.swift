import Core
import PolicyKit
import Settings
import Values

extension PetDoor {
    /// Whether it freezes: then a wet bolt sticks, and comes free when that is over.
    struct FrostWatch: Sendable {
        /// By the last reading that could be trusted.
        var isFrost: Bool { warmth.isAbove == false }
        /// The same, while the thermometer can be trusted.
        private(set) var isFrostNow = false
        private var warmth = Hysteresis()

        /// - Returns: whether a frost has just ended.
        mutating func note(
            _ temperature: Sample<Temperature>?, maxAge: Duration, by settings: FrostSettings,
            at now: Instant
        ) -> Bool {
            isFrostNow = false
            guard let temperature, let celsius = temperature.good?.celsius,
                temperature.age(at: now) <= maxAge
            else { return false }
            let wasFrost = isFrost
            let limit = settings.below.celsius
            warmth.note(celsius, low: limit, high: limit + FrostSettings.thawKelvins)
            isFrostNow = isFrost
            return wasFrost && !isFrost
        }
    }

    /// What is done about ice.
    struct FrostSettings: Sendable {
        /// So much warmer, the ice is gone.
        static let thawKelvins = 2.0

        let below: Temperature

        init(_ read: SettingsReader) {
            below = read(
                "frost_below", .temperature(-20...10), default: Temperature(celsius: 1),
                "Colder than this, ice may hold the bolt; 2 K warmer, one that is stuck is tried again "
                    + "soon.", protects: .nothing)
        }
    }
}
