import Almanac
import Devices

extension PetDoor {
    /// What the clock means for the door: the time if it can be believed, what the schedule asks for,
    /// and when the light is likely to change. Worked out again for each minute that the clock shows, from
    /// nothing but that: no step of it is special.
    struct DayPlan: Sendable {
        struct Entry: Equatable, Sendable {
            let mode: Mode
            let until: WallTime
        }

        /// About where the default `light_threshold` is crossed under a clear sky: 39 lx, with a
        /// photoresistor of 12 kΩ at 10 lx over 10 kΩ, come at -3.5 degrees, under thin cloud at -2.4.
        private static let duskElevation = Angle.degrees(-3)

        /// From 2024 to 2099: what was never set shows 1970, or when the system was made.
        private static let believable = 1_704_067_200.0..<4_102_444_800.0

        /// Now; `nil` while the clock cannot be believed.
        private(set) var time: WallTime?
        /// Why there is a schedule and nothing comes of it.
        private(set) var doubt: String?
        /// What the schedule asks for.
        private(set) var entry: Entry?
        /// How high the sun stands; `nil` where no place or no time is known.
        private(set) var sunElevation: Angle?
        private var knownMinute: Int?
        private var knownDawn: WallTime?
        private var knownDusk: WallTime?
        /// By which the clock was ahead of UTC when those became known.
        private var knownAhead: Int?

        /// Other settings: what the clock means is worked out again with the next step.
        mutating func forget(isElsewhere: Bool) {
            if isElsewhere { (knownDawn, knownDusk) = (nil, nil) }
            knownMinute = nil
        }

        mutating func note(
            _ clock: Sample<WallTime>?, by settings: ScheduleSettings, at now: Instant
        ) {
            let shown = clock.flatMap { clock in clock.good?.after(clock.age(at: now)) }
            time = shown.flatMap { Self.believable.contains($0.secondsSince1970) ? $0 : nil }
            doubt = settings.entries.isEmpty || time != nil ? nil : Self.problem(clock, shown)
            guard let time else {
                entry = nil
                sunElevation = nil
                knownMinute = nil
                return
            }
            let minute = Int((time.localSeconds / 60).rounded(.down))
            guard minute != knownMinute else { return }
            knownMinute = minute
            entry = Self.entry(at: time, by: settings)
            sunElevation = settings.place.map { Sun(at: time).direction(from: $0).elevation }
        }

        private static func problem(_ clock: Sample<WallTime>?, _ shown: WallTime?) -> String {
            guard let clock else { return "no clock is connected" }
            if let shown { return "the clock shows \(shown)" }
            return clock.quality.reason ?? "no time"
        }

        /// In autumn the clock shows an hour twice: the second time nothing begins or ends.
        private static func entry(at time: WallTime, by settings: ScheduleSettings) -> Entry? {
            let shown = time.firstShown
            for entry in settings.entries {
                let window = entry.span.window(at: shown, settings.place ?? .origin)
                guard let left = window.minutesLeft(at: shown) else { continue }
                let minute = (shown.localSeconds / 60).rounded(.down)
                return Entry(
                    mode: entry.mode, until: time.whenItShows((minute + Double(left)) * 60))
            }
            return nil
        }

        /// When it is likely to become light; `nil` where no place or no time is known.
        mutating func nextDawn(at place: Position?) -> WallTime? {
            forgetOtherZone()
            knownDawn = next(knownDawn, at: place) { $0.0 }
            return knownDawn
        }

        mutating func nextDusk(at place: Position?) -> WallTime? {
            forgetOtherZone()
            knownDusk = next(knownDusk, at: place) { $0.1 }
            return knownDusk
        }

        private mutating func forgetOtherZone() {
            guard time?.secondsAheadOfUTC != knownAhead else { return }
            (knownDawn, knownDusk, knownAhead) = (nil, nil, time?.secondsAheadOfUTC)
        }

        private func next(
            _ known: WallTime?, at place: Position?, _ choose: ((WallTime, WallTime)) -> WallTime
        ) -> WallTime? {
            guard let time, let place else { return nil }
            if let known, (0...93_600).contains(known.secondsSince1970 - time.secondsSince1970) {
                return known
            }
            for day in [time.localDay, time.localDay + 1] {
                guard
                    case .from(let rise, let set) = SolarDay(day, at: place)
                        .span(above: Self.duskElevation)
                else { continue }
                let found = choose((rise, set)).secondsSince1970 - time.secondsSince1970
                if found > 0 { return time.after(.seconds(found)) }
            }
            return nil
        }
    }
}
