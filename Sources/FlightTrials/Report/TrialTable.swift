import Trials
import Values

/// A series as comma-separated values: a line for each flight.
package enum TrialTable {
    private static let header = [
        "law", "run", "scene", "outcome", "landed", "miss_m", "miss_by_receiver_m",
        "receiver_error_m",
        "off_course_rms_m",
        "air_s", "flown_m", "farthest_m", "outside_fence_s", "highest_m", "lowest_battery_percent",
        "longest_blind_s", "failsafes", "faults", "rules_broken",
    ]

    package static func text(_ columns: [TrialStatistics]) -> String {
        var lines = [header.joined(separator: ",")]
        for column in columns {
            lines += column.flights.map { line($0, column.setup) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ flight: FlightResult, _ setup: TrialSetup) -> String {
        let numbers = [
            flight.missMetres(setup.course), flight.missByReceiverMetres(setup.course),
            flight.receiverOffset.length,
            flight.offCourseMetres, flight.seconds, flight.flownMetres, flight.farthestMetres,
            flight.secondsOutsideFence, flight.maxMetres, flight.minBatteryPercent,
            flight.maxBlind.seconds,
        ].map { fixedText(of: $0, decimals: 2) }
        let lists = [flight.failsafes, flight.faults, flight.breaches].map {
            QuotedText.csv($0.joined(separator: "; "))
        }
        let first = [
            QuotedText.csv(setup.name), "\(flight.number)", flight.scene.rawValue, flight.outcome,
            "\(flight.hasLanded)",
        ]
        return (first + numbers + lists).joined(separator: ",")
    }
}
