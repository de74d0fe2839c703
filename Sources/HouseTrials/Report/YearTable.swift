import Values

/// Years as comma-separated values: a line for each day.
package enum YearTable {
    private static let header = [
        "law", "year", "day", "passages", "refusals", "shut_out_min", "locked_in_min",
        "locked_min", "bolt_moves", "alarms", "lowest_celsius", "highest_celsius",
    ]

    package static func text(_ years: [HouseResult]) -> String {
        var lines = [header.joined(separator: ",")]
        for year in years {
            lines += year.days.enumerated().map { line($1, $0 + 1, year) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ day: DayResult, _ number: Int, _ year: HouseResult) -> String {
        let counts = [
            year.number, number, day.passages, day.refusals, day.shutOutMinutes,
            day.lockedInMinutes, day.lockedMinutes, day.moves, day.alarms,
        ]
        let air = [day.minCelsius, day.maxCelsius].map { fixedText(of: $0, decimals: 1) }
        return ([year.law.rawValue] + counts.map { "\($0)" } + air).joined(separator: ",")
    }
}
