import Values

#if canImport(Glibc)
    import Glibc
#endif

/// The sun at a moment, as it is the same for the whole earth: NOAA's solar calculator in its full
/// form (after Meeus, Astronomical Algorithms, chapter 25), good to 0.01 degrees from 1800 to 2100.
package struct Sun: Equatable, Sendable {
    /// How far north of the equator it stands in the zenith.
    package let declination: Angle
    /// How far a sundial is ahead of a clock that shows mean solar time, in minutes: -14.3 to 16.5.
    package let equationOfTimeMinutes: Double
    /// Since midnight UTC.
    private let minuteOfDay: Double

    package init(at time: WallTime) {
        self.init(secondsSince1970: time.secondsSince1970)
    }

    init(secondsSince1970 seconds: Double) {
        let days = seconds / 86400
        minuteOfDay = (days - days.rounded(.down)) * 1440
        let orbit = Orbit(centuriesSince2000: (days - 10957.5) / 36525)
        let (longitude, tilt) = (orbit.apparentLongitude, orbit.obliquity)
        declination = .radians(asin(tilt.sine * longitude.sine))
        equationOfTimeMinutes = orbit.equationOfTimeMinutes
    }

    /// How far it is past the meridian of a place: negative before noon, -180..<180 degrees.
    package func hourAngle(at place: Position) -> Angle {
        let solarMinutes = minuteOfDay + equationOfTimeMinutes + 4 * place.longitude
        return Angle.degrees(solarMinutes / 4 - 180).wrapped
    }

    /// Where it stands as seen from a place: the middle of its disc, without the bending of light in
    /// the air, which lifts it by half a degree at the horizon.
    package func direction(from place: Position) -> SkyDirection {
        SkyDirection(declination: declination, hourAngle: hourAngle(at: place), from: place)
    }
}

/// Where the sun or the moon stands in the sky.
package struct SkyDirection: Equatable, Sendable {
    /// Above the horizon; negative below it.
    package let elevation: Angle
    /// Clockwise from true north, 0..<360 degrees.
    package let azimuth: Angle

    /// Of what stands so far north of the equator, and so far past the meridian of a place.
    package init(declination: Angle, hourAngle hour: Angle, from place: Position) {
        let latitude = Angle.degrees(place.latitude)
        let up =
            latitude.sine * declination.sine + latitude.cosine * declination.cosine * hour.cosine
        let east = -declination.cosine * hour.sine
        let north =
            latitude.cosine * declination.sine - latitude.sine * declination.cosine * hour.cosine
        elevation = .radians(asin(min(1, max(-1, up))))
        azimuth = Angle.radians(atan2(east, north)).compass
    }
}

/// The earth's way round the sun, with the names of NOAA's sheet.
private struct Orbit {
    let centuries: Double

    init(centuriesSince2000: Double) {
        centuries = centuriesSince2000
    }

    var meanLongitude: Angle {
        .degrees(280.46646 + centuries * (36000.76983 + 0.0003032 * centuries))
    }

    var meanAnomaly: Angle {
        .degrees(357.52911 + centuries * (35999.05029 - 0.0001537 * centuries))
    }

    var eccentricity: Double {
        0.016708634 - centuries * (0.000042037 + 0.0000001267 * centuries)
    }

    /// Of the moon's orbit: it makes the earth's axis nod.
    private var node: Angle { .degrees(125.04 - 1934.136 * centuries) }

    /// Seen from the middle of the earth, along the ecliptic, with nutation and aberration.
    var apparentLongitude: Angle {
        let anomaly = meanAnomaly
        let centre =
            anomaly.sine * (1.914602 - centuries * (0.004817 + 0.000014 * centuries))
            + sin(2 * anomaly.radians) * (0.019993 - 0.000101 * centuries)
            + sin(3 * anomaly.radians) * 0.000289
        return meanLongitude + .degrees(centre - 0.00569 - 0.00478 * node.sine)
    }

    /// How far the earth's axis is tilted.
    var obliquity: Angle {
        let seconds = 21.448 - centuries * (46.815 + centuries * (0.00059 - 0.001813 * centuries))
        return .degrees(23 + (26 + seconds / 60) / 60 + 0.00256 * node.cosine)
    }

    var equationOfTimeMinutes: Double {
        let half = Angle.degrees(obliquity.degrees / 2)
        let (tilt, anomaly) = (half.sine / half.cosine, meanAnomaly)
        let (y, twice, e) = (tilt * tilt, 2 * meanLongitude.radians, eccentricity)
        let radians =
            y * sin(twice) - 2 * e * anomaly.sine
            + 4 * e * y * anomaly.sine * cos(twice)
            - y * y / 2 * sin(2 * twice) - 1.25 * e * e * sin(2 * anomaly.radians)
        return 4 * Angle.radians(radians).degrees
    }
}
