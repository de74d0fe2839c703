import Core
import JSON
import PetDoor
import PolicyKit
import Trials
import Values

/// Years as text: a column for each law, and a figure over all its years in each row.
package struct HouseReport: CustomStringConvertible {
    private let columns: [[HouseResult]]
    private let table = ReportTable(nameWidth: 44, cellWidth: 16)

    /// `columns` has the years of each law.
    package init(_ columns: [[HouseResult]]) {
        self.columns = columns
    }

    package var description: String {
        var lines = [row("a year, on the mean of all") { $0.first?.law.rawValue ?? "" }]
        lines += [row("years") { "\($0.count)" }]
        lines += animals + door + safety
        for years in columns { lines += details(years) }
        return lines.joined(separator: "\n")
    }

    // MARK: Rows

    private var animals: [String] {
        [
            mean("passages in and out") { Double($0.inward + $0.outward) },
            mean("looked through and stayed") { Double($0.peeks) },
            mean("refused on the way in") { Double($0.refusedInward) },
            mean("refused on the way out") { Double($0.refusedOutward) },
            mean("locks with a cat outside") { Double($0.locksWithCatOutside) },
            mean("nights with a cat shut out for 30 min") { Double($0.nightsShutOut.count) },
            mean("hours shut out", 1) { $0.shutOutHours },
            quantiles("time to free: median, 95 %, most", [0.5, 0.95, 1], "min", of: \.waits) {
                $0 / 60
            },
            quantiles(
                "wait on the way in: median, 99 %, most", [0.5, 0.99, 1], "s", of: \.entryWaits),
            mean("hours locked in, against a wish", 1) { $0.lockedInHours },
            mean("strangers let in") { Double($0.strangersIn) },
            mean("  close behind a cat of the house") { Double($0.strangersBehind) },
            mean("strangers refused") { Double($0.strangersRefused) },
        ]
    }

    private var door: [String] {
        [
            mean("hours locked") { $0.lockedHours },
            mean("hours locked with the sun up", 1) { Double($0.lockedByDayMinutes) / 60 },
            mean("hours unlocked by night") { Double($0.unlockedByNightMinutes) / 60 },
            mean("days locked round the clock") { Double($0.lockedRoundTheClock) },
            mean("hours with the bolt frozen", 1) { $0.frozenHours },
            mean("bolt moves a day", 2) { $0.movesADay },
            row("bolt moves, most in a day") { "\($0.map(\.maxMovesADay).max() ?? 0)" },
            row("  on days without a frozen bolt") {
                "\($0.map(\.maxMovesADayWithoutFrost).max() ?? 0)"
            },
            mean("alarms", 1) { Double($0.count(of: .alarm)) },
            mean("warnings", 1) { Double($0.count(of: .warning)) },
        ]
    }

    private var safety: [String] {
        [
            mean("bolt sent out onto an open flap, seconds") { Double($0.movesOntoOpenFlap) },
            mean("hours said to be back, and half-way", 1) { Double($0.saidBackMinutes) / 60 },
            mean("hours said to be out, and half-way", 1) { Double($0.saidOutMinutes) / 60 },
            mean("machine browned out by the servo") { Double($0.brownOuts) },
            row("rules broken, times") {
                "\($0.reduce(0) { $0 + $1.breachCounts.values.reduce(0, +) })"
            },
        ]
    }

    private func details(_ years: [HouseResult]) -> [String] {
        let name = years.first?.law.rawValue ?? ""
        var lines = ["", "\(name): alerts"] + table.list(years.flatMap(\.alerts))
        let broken = years.flatMap { year in
            year.breaches.map { breach in
                let day = Int(breach.at.seconds / 86400) + 1
                let clock = breach.at.seconds.truncatingRemainder(dividingBy: 86400)
                return "  year \(year.number), day \(day), \(text(ofSeconds: clock.rounded())): "
                    + "\(breach.rule) (\(year.breachCounts[breach.rule] ?? 1) times). \(breach.what)"
            }
        }
        if !broken.isEmpty {
            lines += ["\(name): rules broken, and when first"] + broken.prefix(20)
        }
        return lines
    }

    // MARK: Cells

    private func row(_ name: String, _ cell: ([HouseResult]) -> String) -> String {
        table.row(name, columns.map(cell))
    }

    /// Shares of the seconds of all years, each as a number of `unit`.
    private func quantiles(
        _ name: String, _ shares: [Double], _ unit: String,
        of seconds: KeyPath<HouseResult, [Double]>, _ number: (Double) -> Double = { $0 }
    ) -> String {
        row(name) { years in
            let all = years.flatMap { $0[keyPath: seconds] }
            return shares.map { share in
                Figures.quantile(share, of: all).map { fixedText(of: number($0), decimals: 0) }
                    ?? "-"
            }.joined(separator: ", ") + " \(unit)"
        }
    }

    private func mean(
        _ name: String, _ decimals: Int = 0, _ value: @escaping (HouseResult) -> Double
    ) -> String {
        row(name) { years in
            let sum = years.reduce(0) { $0 + value($1) }
            return fixedText(of: sum / Double(max(1, years.count)), decimals: decimals)
        }
    }
}
