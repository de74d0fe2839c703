import Values

#if canImport(Glibc)
    import Glibc
#endif

/// A day at a place by the sun, from one solar midnight to the next: when it rises and sets.
///
/// Its number is that of the day on local calendars, so that a place far from Greenwich has its
/// evening after the morning of the same day, whatever the date in UTC is by then.
package struct SolarDay: Equatable, Sendable {
    package let place: Position
    /// Of the local calendar, counted from 1 January 1970, as `WallTime.localDay` has it.
    package let number: Int

    package init(_ number: Int, at place: Position) {
        self.number = number
        self.place = place
    }

    /// How high the sun is at the ends of a day that people have a word for.
    package enum Threshold: String, CaseIterable, Sendable {
        /// The upper edge of the sun appears, as the air bends its light.
        case sun
        /// It is light enough to do things outside.
        case civilTwilight

        package var elevation: Angle {
            switch self {
            case .sun: .degrees(-0.833)
            case .civilTwilight: .degrees(-6)
            }
        }
    }

    /// When the sun is above an elevation.
    package enum Span: Equatable, Sendable {
        case from(WallTime, to: WallTime)
        /// It does not go down so far, as in a polar day or a white night.
        case always
        /// It does not come up so far.
        case never
    }

    /// When the sun stands highest, to a second.
    package var noon: WallTime {
        var noon = meanNoon
        for _ in 0..<2 {
            noon = meanNoon - 60 * Sun(secondsSince1970: noon).equationOfTimeMinutes
        }
        return time(noon)
    }

    package func span(above threshold: Threshold) -> Span {
        span(above: threshold.elevation)
    }

    /// When the middle of the sun is above an elevation, without refraction; to a few seconds, while
    /// real air and a real horizon make a minute or three.
    package func span(above elevation: Angle) -> Span {
        guard let rise = crossing(elevation, isRising: true),
            let set = crossing(elevation, isRising: false)
        else {
            let highest = Sun(at: noon).direction(from: place).elevation
            return highest > elevation ? .always : .never
        }
        return .from(time(rise), to: time(set))
    }

    /// When a clock of mean solar time shows twelve.
    private var meanNoon: Double { Double(number) * 86400 + 43200 - 240 * place.longitude }

    /// The sun moves on meanwhile: what it is at the time that was found gives a better one.
    private func crossing(_ elevation: Angle, isRising: Bool) -> Double? {
        var time = meanNoon
        for _ in 0..<6 {
            let sun = Sun(secondsSince1970: time)
            guard let angle = hourAngle(of: sun, at: elevation) else { return nil }
            let minutes = 4 * (isRising ? -angle.degrees : angle.degrees)
            time = meanNoon + 60 * (minutes - sun.equationOfTimeMinutes)
        }
        return time
    }

    /// How far from noon the sun is at an elevation; `nil` if it is never there.
    private func hourAngle(of sun: Sun, at elevation: Angle) -> Angle? {
        let latitude = Angle.degrees(place.latitude)
        let cosine =
            (elevation.sine - latitude.sine * sun.declination.sine)
            / (latitude.cosine * sun.declination.cosine)
        // At a pole it is no number, or one beyond all cosines.
        return abs(cosine) <= 1 ? .radians(acos(cosine)) : nil
    }

    private func time(_ seconds: Double) -> WallTime {
        WallTime(secondsSince1970: seconds) ?? .epoch
    }
}
