import Almanac
import Core
import Settings
import Values

/// What the clock means for a policy: the time if it can be believed, which part of the day it is,
/// and when the light is likely to change. Worked out again for each minute that the clock shows, from
/// nothing but that: no step of it is special.
package struct DayPlan: Sendable {
    /// Which of the parts of a day it is: the first that applies.
    package struct Part: Equatable, Sendable {
        package let index: Int
        package let until: WallTime
    }

    /// From 2024 to 2099: what was never set shows 1970, or when the system was made.
    private static let believable = 1_704_067_200.0..<4_102_444_800.0

    /// Now; `nil` while the clock cannot be believed.
    package private(set) var time: WallTime?
    /// Why there are parts of a day and nothing comes of them.
    package private(set) var doubt: String?
    /// `nil` where none applies.
    package private(set) var part: Part?
    /// How high the sun stands; `nil` where no place or no time is known.
    package private(set) var sunElevation: Angle?
    private var knownMinute: Int?
    private var knownDawn: WallTime?
    private var knownDusk: WallTime?
    /// By which the clock was ahead of UTC when those became known.
    private var knownAhead: Int?

    package init() {}

    /// Other settings: what the clock means is worked out again with the next step.
    package mutating func forget(isElsewhere: Bool) {
        if isElsewhere { (knownDawn, knownDusk) = (nil, nil) }
        part = nil
        knownMinute = nil
    }

    /// Takes note of the clock; `parts` are those of a day, `place` is for the sun.
    package mutating func note(
        _ clock: Sample<WallTime>?, _ parts: [DailySpan], at place: Position?, now: Instant
    ) {
        let shown = clock.flatMap { clock in
            clock.good?.after(seconds: now.seconds(since: clock.takenAt))
        }
        time = shown.flatMap { Self.believable.contains($0.secondsSince1970) ? $0 : nil }
        doubt = parts.isEmpty || time != nil ? nil : Self.problem(clock, shown)
        guard let time else {
            part = nil
            sunElevation = nil
            knownMinute = nil
            return
        }
        let minute = Int((time.localSeconds / 60).rounded(.down))
        guard minute != knownMinute else { return }
        knownMinute = minute
        part = Self.part(of: parts, at: time, place)
        sunElevation = place.map { Sun(at: time).direction(from: $0).elevation }
    }

    private static func problem(_ clock: Sample<WallTime>?, _ shown: WallTime?) -> String {
        guard let clock else { return "no clock is connected" }
        if let shown { return "the clock shows \(shown)" }
        return clock.quality.reason ?? "no time"
    }

    /// In autumn the clock shows an hour twice: the second time nothing begins or ends.
    private static func part(
        of parts: [DailySpan], at time: WallTime, _ place: Position?
    ) -> Part? {
        let shown = time.firstShown
        for (index, span) in parts.enumerated() {
            let window = span.window(at: shown, place ?? .origin)
            guard let left = window.minutesLeft(at: shown) else { continue }
            let minute = (shown.localSeconds / 60).rounded(.down)
            return Part(
                index: index, until: time.whenItShows((minute + Double(left)) * 60))
        }
        return nil
    }

    /// When the sun will rise above that elevation; `nil` where no place or no time is known. The elevation must be the same
    /// each time.
    package mutating func nextDawn(at place: Position?, above elevation: Angle) -> WallTime? {
        forgetOtherZone()
        knownDawn = next(knownDawn, at: place, above: elevation) { $0.0 }
        return knownDawn
    }

    /// The same of when it will sink below that.
    package mutating func nextDusk(at place: Position?, above elevation: Angle) -> WallTime? {
        forgetOtherZone()
        knownDusk = next(knownDusk, at: place, above: elevation) { $0.1 }
        return knownDusk
    }

    private mutating func forgetOtherZone() {
        guard time?.secondsAheadOfUTC != knownAhead else { return }
        (knownDawn, knownDusk, knownAhead) = (nil, nil, time?.secondsAheadOfUTC)
    }

    private func next(
        _ known: WallTime?, at place: Position?, above elevation: Angle,
        _ choose: ((WallTime, WallTime)) -> WallTime
    ) -> WallTime? {
        guard let time, let place else { return nil }
        if let known, (0...93_600).contains(known.secondsSince1970 - time.secondsSince1970) {
            return known
        }
        for day in [time.localDay, time.localDay + 1] {
            guard
                case .from(let rise, let set) = SolarDay(day, at: place)
                    .span(above: elevation)
            else { continue }
            let found = choose((rise, set)).secondsSince1970 - time.secondsSince1970
            if found > 0 { return time.after(.seconds(found)) }
        }
        return nil
    }
}

extension SettingKind<TimeOfDay> {
    /// A time of day by the clock or by the sun.
    package static var timeOfDay: SettingKind {
        .parsed(
            "a time of day such as \"21:30\", \"sunset-30min\" or \"dawn+1h\" "
                + "(dawn, sunrise, sunset, dusk)",
            pattern:
                #"^(?:(?:[01]?\d|2[0-3]):[0-5]\d|(?:dawn|sunrise|sunset|dusk)(?:[-+]\d{1,3}(?:h|min))?)$"#,
            placeholder: .clock(minute: 0))
    }
}
