import LinuxIO
import Values

extension ClockReading {
    /// What the clock on the wall says; `nil` outside the years 0 to 9999.
    package var wallTime: WallTime? {
        WallTime(
            secondsSince1970: secondsSince1970, secondsAheadOfUTC: zone.secondsAheadOfUTC)
    }
}
