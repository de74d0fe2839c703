import Almanac
import Glibc
import Values

/// The light outside, second by second, as the natural logarithm of lux: what a photoresistor answers to.
package struct OutdoorLight: Sendable {
    private static let newMoon = 947_182_440.0
    private static let monthSeconds = 29.530_588_9 * 86400
    private static let tilt = Angle.degrees(23.44)

    package var clouds: CloudCover
    package private(set) var sunElevation = Angle.degrees(0)
    private let site: HouseSite
    /// Of a clear sky, at the begin of the minute and at its end.
    private var minute = (from: 0.0, to: 0.0)
    private var minuteBegan = -3600
    private var nextElevation = Angle.degrees(0)

    package init(site: HouseSite = .berlin, seed: UInt64) {
        self.site = site
        clouds = CloudCover(seed: seed)
    }

    /// The light of the sky at this second. To be asked in the order of time.
    mutating func logLux(at second: Int) -> Double {
        if second - minuteBegan >= 60 { begin(minute: second / 60 * 60) }
        if second % CloudCover.step == 0 {
            clouds.advance(winter: 1 - site.summer(at: second))
        }
        let part = Double(second - minuteBegan) / 60
        let clear = minute.from + part * (minute.to - minute.from)
        return clear - clouds.exponent * 2.302585092994046
    }

    private mutating func begin(minute second: Int) {
        let goesOn = second - minuteBegan == 60
        minuteBegan = second
        (sunElevation, minute.from) =
            goesOn ? (nextElevation, minute.to) : clearSky(site.calendar.time(second))
        (nextElevation, minute.to) = clearSky(site.calendar.time(second + 60))
    }

    private func clearSky(_ time: WallTime) -> (Angle, Double) {
        let place = site.place
        let sun = Sun(at: time)
        let elevation = sun.direction(from: place).elevation
        let moon = Self.moon(sun, time, from: place)
        let lux =
            SkyLight.sunLux(elevation)
            + SkyLight.moonLux(moon.elevation, elongation: moon.elongation) + SkyLight.nightLux
        return (elevation, log(lux))
    }

    /// The moon on a circle along the ecliptic: within some 6 degrees, which is enough for its light.
    private static func moon(
        _ sun: Sun, _ time: WallTime, from place: Position
    ) -> (elevation: Angle, elongation: Angle) {
        let age = (time.secondsSince1970 - newMoon) / monthSeconds
        let elongation = Angle.degrees(360 * (age - age.rounded(.down)))
        let days = time.secondsSince1970 / 86400 - 10957.5
        let longitude = Angle.degrees(280.46 + 0.985_647_4 * days) + elongation
        let declination = Angle.radians(asin(tilt.sine * longitude.sine))
        let hour = sun.hourAngle(at: place) - elongation
        let sky = SkyDirection(declination: declination, hourAngle: hour, from: place)
        return (sky.elevation, elongation)
    }
}
