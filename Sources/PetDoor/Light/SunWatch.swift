import Core
import PolicyKit
import Settings
import Values

extension PetDoor {
    /// Whether what the light sensor says and where the sun stands contradict each other for so long that one
    /// of them is wrong: a sensor under snow or with a broken wire, a lamp beside it, a wrong place, a wrong
    /// clock. Which one, nobody can tell: so the light is in doubt, which locks nobody out.
    struct SunWatch: Sendable {
        /// With the sun so high it is brighter than at any dusk, under the darkest clouds: 11,000 lx clear.
        private static let surelyDay = Angle.degrees(10)
        /// With the sun so low there is 0.3 lx, which is less than any lamp gives.
        private static let surelyNight = Angle.degrees(-8)

        private var timer = DoubtTimer()

        /// What is wrong; `elevation` is `nil` where no place or no time is known.
        mutating func note(
            _ light: Sample<LightLevel>, by thresholds: Thresholds, elevation: Angle?,
            _ settings: SunSettings, at now: Instant
        ) -> SensorDoubt? {
            guard let limit = settings.contradictsAfter else {
                timer = DoubtTimer()
                return nil
            }
            guard let elevation else { return nil }
            timer.note(contradicts(light, thresholds, elevation), limit: limit, at: now)
            return timer.isExhausted ? .contradictsSun(elevation: elevation) : nil
        }

        private func contradicts(
            _ light: Sample<LightLevel>, _ thresholds: Thresholds, _ elevation: Angle
        ) -> Bool {
            // A doubtful one may be at the dark end, as by night.
            guard let ratio = light.value?.ratio, light.isAnswer else { return false }
            if elevation > Self.surelyDay { return ratio < thresholds.darkBelow }
            return elevation < Self.surelyNight && ratio > thresholds.brightAbove
        }
    }

    struct SunSettings: Sendable {
        /// `nil`: never.
        let contradictsAfter: Duration?

        init(_ read: SettingsReader) {
            contradictsAfter = read(
                "light_contradicts_after",
                .duration(.seconds(300) ... .seconds(86400), or: "never"),
                default: .seconds(1800),
                "How long it may be dark with the sun 10 degrees up, or light with it 8 degrees down, "
                    + "before the light is not trusted; it needs a \"clock\", latitude and longitude.",
                protects: .smaller)
        }
    }
}

extension Sample<LightLevel> {
    /// Whether the sensor answers at all, to be trusted or not.
    fileprivate var isAnswer: Bool {
        switch quality {
        case .good, .doubtful: true
        default: false
        }
    }
}
