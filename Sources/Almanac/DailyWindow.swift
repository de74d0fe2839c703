import Values

/// A part of each day on the local clock, half open: from its first minute to before its last.
///
/// It is judged by what the clock shows now and not by when it last changed, so that it holds after
/// any step of the clock. What the clock skips in spring does not happen, and what it shows twice in
/// autumn happens twice.
package struct DailyWindow: Equatable, Sendable {
    /// Of the day, 0..<1440.
    package let startMinute: Int
    /// 0...1440: none of the day to all of it.
    package let minutes: Int

    /// `minutes` is held within a day.
    package init(startMinute: Int, minutes: Int) {
        self.startMinute = Self.ofDay(startMinute)
        self.minutes = min(1440, max(0, minutes))
    }

    /// Over midnight where `endMinute` is the earlier one; where both are the same, all day.
    package init(startMinute: Int, endMinute: Int) {
        let minutes = Self.ofDay(endMinute - startMinute)
        self.init(startMinute: startMinute, minutes: minutes == 0 ? 1440 : minutes)
    }

    /// How many minutes of it are left, the one that has begun included; `nil` outside of it.
    package func minutesLeft(at time: WallTime) -> Int? {
        let passed = Self.ofDay(time.localMinute - startMinute)
        return passed < minutes ? minutes - passed : nil
    }

    /// How many minutes until it begins; 0 within it.
    package func minutesUntil(at time: WallTime) -> Int {
        minutesLeft(at: time) == nil ? Self.ofDay(startMinute - time.localMinute) : 0
    }

    private static func ofDay(_ minute: Int) -> Int {
        let part = minute % 1440
        return part < 0 ? part + 1440 : part
    }
}
