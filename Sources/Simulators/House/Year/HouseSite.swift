import Almanac
import Glibc
import Values

/// Where a simulated house stands: its sky, its clocks and its air.
package struct HouseSite: Sendable {
    package let place: Position
    package let calendar: SimulatedCalendar
    /// Of the nearest city of the table; `nil` where none is near: then the air has 10 °C all the year.
    package let air: MonthlyAir?

    /// Where a house stands whose configuration has no place.
    package static let berlin = HouseSite(
        at: Position(latitude: 52.52, longitude: 13.405) ?? .origin)

    /// `calendar`: what its clocks show; `nil` for as much as the place alone tells.
    package init(at place: Position, calendar: SimulatedCalendar? = nil) {
        self.place = place
        self.calendar = calendar ?? SimulatedCalendar(at: place)
        air = MonthlyAir.nearest(to: place)
    }

    /// 0 in the middle of winter and 1 in that of summer.
    func summer(at second: Int) -> Double {
        let season = (1 - cos(2 * Double.pi * (calendar.dayOfYear(second) - 15) / 365)) / 2
        return place.latitude < 0 ? 1 - season : season
    }

    /// "52.52° N, 13.41° E; clocks 1 h ahead of UTC, with the summer time of the European Union; air as in Berlin"
    package var description: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            "\(fixedText(of: abs(value), decimals: 2))° \(value < 0 ? negative : positive)"
        }
        let air = air.map { "air as in \($0.city)" }
        return degrees(place.latitude, "N", "S") + ", " + degrees(place.longitude, "E", "W") + "; "
            + calendar.description + "; "
            + (air ?? "10 °C all the year, since no table of the air is near")
    }
}
