import CommandKit
import LinuxIO
import Values

/// The clock on the wall of this machine.
enum LocalClock {
    /// The begin of 2025, before which no Roost was: a clock that shows less was not set.
    private static let earliest = 1_735_689_600.0

    /// `nil` while it was not set.
    static var now: WallTime? {
        guard let reading = try? ClockReading.now(), reading.secondsSince1970 > earliest else {
            return nil
        }
        return reading.wallTime
    }
}
