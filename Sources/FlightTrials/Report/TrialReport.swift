import Trials
import Values

/// A series as text: a column for each setup.
package struct TrialReport: CustomStringConvertible {
    private let columns: [TrialStatistics]
    private let table = ReportTable(nameWidth: 38, cellWidth: 24)

    package init(_ columns: [TrialStatistics]) {
        self.columns = columns
    }

    package var description: String {
        var lines = [row("") { $0.setup.name }]
        lines += ways + precision + flying + safety
        for column in columns { lines += details(column) }
        return lines.joined(separator: "\n")
    }

    // MARK: Rows

    private var ways: [String] {
        [
            row("flights") { "\($0.flights.count)" },
            row("mission flown to its end") { share($0, \.isDone) },
            row("landed otherwise") { share($0) { $0.hasLanded && !$0.isDone } },
            row("never took off") { share($0) { !$0.hasTakenOff } },
            row("still in the air at the end") { share($0) { $0.hasTakenOff && !$0.hasLanded } },
        ]
    }

    private var precision: [String] {
        [
            row("landed from the place meant, CEP50") { metres(0.5, $0.misses) },
            row("  CEP95") { metres(0.95, $0.misses) },
            row("from the receiver's place, CEP50") { metres(0.5, $0.missesByReceiver) },
            row("  CEP95") { metres(0.95, $0.missesByReceiver) },
            row("  within 3 m, of all flights") { column in
                let course = column.setup.course
                return share(column) { $0.isDone && $0.missByReceiverMetres(course) <= 3 }
            },
            row("within 3 m and the receiver's error") { column in
                let course = column.setup.course
                return share(column) {
                    $0.isDone && $0.missMetres(course) <= 3 + $0.receiverOffset.length
                }
            },
        ]
    }

    private var flying: [String] {
        [
            row("off course (RMS), median, 95 %") { spread($0, \.offCourseMetres, "m") },
            row("time in the air, median, 95 %") { spread($0, \.seconds, "s") },
            row("way flown / planned, median, 95 %") { column in
                let planned = column.setup.course.lengthMetres
                return spread(column, { $0.flownMetres / planned }, "")
            },
        ]
    }

    private var safety: [String] {
        [
            row("beyond the fence") { column in
                let limit = column.setup.limits.fenceRadiusMetres
                return share(column) { $0.farthestMetres > limit }
            },
            row("beyond the outer fence") { column in
                let limit = column.setup.limits.outerFenceMetres
                return share(column) { $0.farthestMetres > limit }
            },
            row("deepest beyond the fence") { column in
                let deepest = column.flights.map(\.farthestMetres).max() ?? 0
                return number(max(0, deepest - column.setup.limits.fenceRadiusMetres), "m")
            },
            row("highest") { number($0.flights.map(\.maxMetres).max() ?? 0, "m") },
            row("lowest battery") {
                number($0.flights.map(\.minBatteryPercent).min() ?? 0, "%")
            },
            row("flown on with no new position, most") {
                number($0.flights.map(\.maxBlind.seconds).max() ?? 0, "s")
            },
            row("other settings applied in flights") { column in
                "\(column.flights.reduce(0) { $0 + $1.changes })"
            },
            row("  refused") { column in
                "\(column.flights.reduce(0) { $0 + $1.refusedChanges.count })"
            },
            row("rules broken") { share($0) { !$0.breaches.isEmpty } },
        ]
    }

    private func details(_ column: TrialStatistics) -> [String] {
        var lines = ["", "\(column.setup.name): how it ended"]
        lines += table.list(column.flights.map(\.outcome))
        lines.append("\(column.setup.name): failsafes, in how many flights")
        lines += table.list(column.flights.flatMap(\.failsafes))
        guard !column.breaches.isEmpty else { return lines }
        lines.append("\(column.setup.name): rules broken, by run")
        lines += column.breaches.prefix(20).map { "  \($0)" }
        if column.breaches.count > 20 { lines.append("  and \(column.breaches.count - 20) more") }
        return lines
    }

    // MARK: Cells

    private func row(_ name: String, _ cell: (TrialStatistics) -> String) -> String {
        table.row(name, columns.map(cell))
    }

    /// "12 (0.6 to 2.1 %)": how many, and between what the share lies with 95 %.
    private func share(
        _ column: TrialStatistics, _ isCounted: (FlightResult) -> Bool
    ) -> String {
        let count = column.flights.count(where: isCounted)
        let bounds = Figures.bounds(count, of: column.flights.count)
        let (low, high) = (bounds.lowerBound * 100, bounds.upperBound * 100)
        return "\(count) (\(fixedText(of: low, decimals: 1)) to "
            + "\(fixedText(of: high, decimals: 1)) %)"
    }

    private func metres(_ quantile: Double, _ numbers: [Double]) -> String {
        Figures.quantile(quantile, of: numbers).map { number($0, "m") } ?? "-"
    }

    private func spread(
        _ column: TrialStatistics, _ value: (FlightResult) -> Double, _ unit: String
    ) -> String {
        let numbers = column.flights.filter(\.isDone).map(value)
        guard let middle = Figures.quantile(0.5, of: numbers),
            let high = Figures.quantile(0.95, of: numbers)
        else { return "-" }
        return "\(fixedText(of: middle, decimals: 1)), \(number(high, unit))"
    }

    private func number(_ number: Double, _ unit: String) -> String {
        fixedText(of: number, decimals: 1) + (unit.isEmpty ? "" : " \(unit)")
    }
}
