import Almanac
import Testing
import Values

/// The times are those of NOAA's full form for 2026, computed apart from this code, and good to a
/// minute; in minutes of the UTC day of the date, so that the day before is negative.
@Suite struct SolarDayTests {
    struct Vector: CustomTestStringConvertible {
        let name: String
        let latitude: Double
        let longitude: Double
        let day: Int
        let sun: ClosedRange<Double>?
        let twilight: ClosedRange<Double>?

        var testDescription: String { "\(name), day \(day)" }

        init(
            _ name: String, _ latitude: Double, _ longitude: Double, _ day: Int,
            sun: ClosedRange<Double>? = nil, twilight: ClosedRange<Double>? = nil
        ) {
            (self.name, self.latitude, self.longitude, self.day) = (name, latitude, longitude, day)
            (self.sun, self.twilight) = (sun, twilight)
        }
    }

    /// 2026-03-20, 2026-06-21 and 2026-12-21, counted from 1970.
    static let (march, june, december) = (20532, 20625, 20808)

    static let vectors = [
        Vector("Berlin", 52.52, 13.405, march, sun: 309.2...1039.5, twilight: 275.2...1073.6),
        Vector("Berlin", 52.52, 13.405, june, sun: 163.1...1173.3, twilight: 112.8...1223.5),
        Vector("Berlin", 52.52, 13.405, december, sun: 434.9...894.0, twilight: 393.2...935.7),
        Vector("Sydney", -33.87, 151.21, march, sun: -242.0...486.9, twilight: -267.0...511.8),
        Vector("Sydney", -33.87, 151.21, june, sun: -180.0...413.8, twilight: -207.8...441.6),
        Vector("Sydney", -33.87, 151.21, december, sun: -319.4...545.4, twilight: -348.1...574.5),
        Vector("San Francisco", 37.77, -122.42, march, sun: 852.9...1581.7, twilight: 826.7...1608),
        Vector(
            "San Francisco", 37.77, -122.42, june, sun: 768.1...1655.0, twilight: 736.8...1686.4),
        Vector(
            "San Francisco", 37.77, -122.42, december, sun: 921.5...1494.9, twilight: 892...1523.8),
        Vector("Tromso", 69.65, 18.96, march, sun: 283.9...1021.5, twilight: 223.8...1082.1),
        Vector("Tromso", 69.65, 18.96, december, twilight: 511.2...773.4),
    ]

    @Test("sunrise, sunset and civil twilight are those of NOAA to a minute", arguments: vectors)
    func times(vector: Vector) throws {
        let place = try #require(Position(latitude: vector.latitude, longitude: vector.longitude))
        let day = SolarDay(vector.day, at: place)
        try check(day.span(above: .sun), vector.sun, of: vector.day)
        try check(day.span(above: .civilTwilight), vector.twilight, of: vector.day)
    }

    private func check(_ span: SolarDay.Span, _ expected: ClosedRange<Double>?, of day: Int) throws
    {
        guard let expected else {
            #expect(span == .never)
            return
        }
        guard case .from(let rise, let set) = span else {
            Issue.record("the sun does not cross that elevation: \(span)")
            return
        }
        let minute = { (time: WallTime) in time.secondsSince1970 / 60 - Double(day) * 1440 }
        #expect(abs(minute(rise) - expected.lowerBound) < 1, "rises at \(minute(rise))")
        #expect(abs(minute(set) - expected.upperBound) < 1, "sets at \(minute(set))")
    }

    @Test("in the north it is always day in June, and never in December") func polar() throws {
        let tromso = try #require(Position(latitude: 69.65, longitude: 18.96))
        #expect(SolarDay(Self.june, at: tromso).span(above: .sun) == .always)
        #expect(SolarDay(Self.june, at: tromso).span(above: .civilTwilight) == .always)
        #expect(SolarDay(Self.december, at: tromso).span(above: .sun) == .never)
        for latitude in [90.0, -90.0] {
            let pole = try #require(Position(latitude: latitude, longitude: 0))
            let isNorth = latitude > 0
            #expect(
                SolarDay(Self.june, at: pole).span(above: .sun) == (isNorth ? .always : .never))
            #expect(
                SolarDay(Self.december, at: pole).span(above: .sun) == (isNorth ? .never : .always))
        }
    }

    /// 90 - 23.44 - 6 = 60.56 degrees.
    @Test("civil twilight lasts all night at midsummer from 60.56 degrees north") func whiteNight()
    {
        for latitude in [60.4, 60.7] {
            guard let place = Position(latitude: latitude, longitude: 25) else { continue }
            let day = SolarDay(Self.june, at: place)
            #expect((day.span(above: .civilTwilight) == .always) == (latitude > 60.56))
            #expect(day.span(above: .sun) != .always)
        }
    }

    @Test("noon is where the sun stands highest, in the south of the northern sky") func noon()
        throws
    {
        let berlin = try #require(Position(latitude: 52.52, longitude: 13.405))
        for number in stride(from: Self.march, to: Self.march + 365, by: 13) {
            let noon = SolarDay(number, at: berlin).noon
            let highest = Sun(at: noon).direction(from: berlin)
            #expect(abs(highest.azimuth.degrees - 180) < 0.02)
            for minutes in [-5, 5] {
                let beside = Sun(at: noon.after(.seconds(60 * minutes))).direction(from: berlin)
                #expect(beside.elevation < highest.elevation)
            }
        }
    }

    /// The example of "Solar Position Algorithm for Solar Radiation Applications" (NREL/TP-560-34302,
    /// appendix 5): 17 October 2003, 19:30:30 UTC; the elevation there without refraction.
    @Test("elevation and azimuth are those of NREL's example to 0.01 degrees") func direction()
        throws
    {
        let golden = try #require(Position(latitude: 39.742476, longitude: -105.1786))
        let time = try #require(WallTime(secondsSince1970: 1_066_419_030))
        let direction = Sun(at: time).direction(from: golden)
        #expect(abs(direction.elevation.degrees - 39.872046) < 0.01, "\(direction.elevation)")
        #expect(abs(direction.azimuth.degrees - 194.340241) < 0.01, "\(direction.azimuth)")
    }

    @Test("any time and place gives a direction, the ends of the calendar and the poles too")
    func total() throws {
        for seconds in [-62_167_219_200, -1, 0, 4_102_444_800, 253_402_300_799.0] {
            let time = try #require(WallTime(secondsSince1970: seconds))
            for (latitude, longitude) in [(90.0, 180.0), (-90, -180), (0, 0), (45, -179.999)] {
                let place = try #require(Position(latitude: latitude, longitude: longitude))
                let direction = Sun(at: time).direction(from: place)
                #expect((-90...90).contains(direction.elevation.degrees))
                #expect((0..<360).contains(direction.azimuth.degrees))
                _ = SolarDay(time.localDay, at: place).span(above: .sun)
            }
        }
    }
}
