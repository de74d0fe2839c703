import Values

/// From one time of the day to another, each by the clock or by the sun: a `DailyWindow` for each day.
package struct DailySpan: Equatable, Sendable {
    package let from: TimeOfDay
    package let to: TimeOfDay

    package init(from: TimeOfDay, to: TimeOfDay) {
        self.from = from
        self.to = to
    }

    package var needsPlace: Bool { from.event != nil || to.event != nil }

    /// What it is on the day, or in the night, that a time is in. By the clock it goes over midnight
    /// where it ends earlier than it begins. Where the sun has a part, an end that comes up to six hours
    /// before the beginning makes it empty: from sunset to 22:00 is nothing where the sun sets at 23:00.
    ///
    /// Where the sun does not rise, it counts as risen and set at noon; where it does not set, as
    /// setting and rising at midnight.
    package func window(at time: WallTime, _ place: Position) -> DailyWindow {
        // A night belongs to the evening on which it begins.
        let isDaytime = from.event?.isMorning == true && to.event?.isMorning == false
        let isBeforeNoon = time.localMinute < 720
        let evening = isBeforeNoon && !isDaytime ? time.localDay - 1 : time.localDay
        let morning = isDaytime ? time.localDay : evening + 1
        let begin = minute(of: from, morning, evening, time, place)
        let end = minute(of: to, morning, evening, time, place)
        let start = Int(begin.rounded(.down))
        switch (from.event, to.event) {
        case (nil, nil): return DailyWindow(startMinute: start, endMinute: Int(end))
        case (_?, _?):
            return DailyWindow(startMinute: start, minutes: Int((end - begin).rounded()))
        default:
            let last = Int(end.rounded(.down))
            let minutes = DailyWindow(startMinute: start, endMinute: last).minutes
            return DailyWindow(startMinute: start, minutes: minutes > 1080 ? 0 : minutes)
        }
    }

    /// On the local clock; of the sun's since the begin of the local day of `time`.
    private func minute(
        of timeOfDay: TimeOfDay, _ morning: Int, _ evening: Int, _ time: WallTime, _ place: Position
    ) -> Double {
        switch timeOfDay {
        case .clock(let minute): return Double(minute)
        case .sun(let event, let offset):
            let day = SolarDay(event.isMorning ? morning : evening, at: place)
            let sun = day.time(of: event).secondsSince1970 + Double(offset) * 60
            // As the clock will show it then.
            let seconds =
                sun + Double(time.secondsAhead(at: sun)) - Double(time.localDay) * 86400
            return seconds / 60
        }
    }
}

extension SolarDay {
    /// Where the sun does not come so far up, noon; where it does not go so far down, midnight.
    package func time(of event: TimeOfDay.SunEvent) -> WallTime {
        switch span(above: event.threshold) {
        case .from(let rise, let set): event.isMorning ? rise : set
        case .always: noon.after(.seconds(event.isMorning ? -43200 : 43200))
        case .never: noon
        }
    }
}
