import CommandKit
import Core
import FlightTrials
import JSON
import Settings
import Values

/// `roost simulate flights`: the policy flies the same course or mission again and again, through
/// weather and with instruments that are drawn again each time, in virtual time.
enum FlightsCommand {
    static let usage = """
        roost simulate flights   many flights of 200 m in virtual time, and how they ended; exit code
              1 if one broke a rule that always holds. See docs/simulation.md
              [--runs N] [--seed S] [--wind M/S, the most] [--faults]
              [--scenes: each hovers, follows somebody or is stopped on its way, and its
              faults meet it there]
              [--mission FILE: instead of that course; within 100 m and 5 m of its home]
              [--law NAME,NAME...: each flies the same draws]
              [--set "KEY=VALUE,KEY=VALUE...": settings of \(FlightRehearsal.policy)]
              [--change "KEY=VALUE...; KEY=VALUE...": others, one of which
              is applied every now and then in each flight]
              [--csv FILE] [--svg FILE] [--threads N]
              [--run K [--log NAME]: that run alone; writes NAME.gpx, NAME.csv, NAME.ulg]
        """

    private static let options: Set<String> = [
        "--runs", "--seed", "--wind", "--mission", "--law", "--set", "--change", "--csv", "--svg",
        "--threads", "--run", "--log",
    ]

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: options, flags: ["--faults", "--scenes"])
        guard arguments.positional.isEmpty else {
            throw .usage("simulate flights takes options only")
        }
        let series = TrialSeries(
            count: Int(try arguments.number("--runs", 1...1_000_000) ?? 100),
            seed: UInt64(try arguments.number("--seed", 0...1e9) ?? 1),
            ranges: try ranges(arguments), setups: try setups(arguments, arguments["--set"] ?? ""),
            others: try others(arguments))
        if let number = try arguments.number("--run", 1...1_000_000) {
            return try flyAlone(Int(number), series, arguments)
        }
        return try flyAll(series, arguments)
    }

    // MARK: Options

    private static func ranges(_ arguments: Arguments) throws(CommandError) -> TrialPlan.Ranges {
        var ranges = TrialPlan.Ranges()
        if let wind = try arguments.number("--wind", 0...20) {
            ranges.windMetresPerSecond = 0...wind
        }
        ranges.hasFaults = arguments.has("--faults")
        ranges.hasScenes = arguments.has("--scenes")
        return ranges
    }

    /// One for each law, with those settings.
    private static func setups(
        _ arguments: Arguments, _ written: String
    ) throws(CommandError) -> [TrialSetup] {
        let settings = try settings(written)
        let course = try arguments["--mission"].map(course) ?? .square
        let laws: [String?] =
            arguments["--law"].map { $0.split(separator: ",").map { String($0) } } ?? [nil]
        var setups: [TrialSetup] = []
        for law in laws {
            do throws(ConfigurationErrors) {
                setups.append(
                    try TrialSetup(
                        law: law, settings: settings, course: course,
                        registry: ConfigurationFile.registry))
            } catch {
                throw .usage("this cannot be flown:\n\(error)")
            }
        }
        return setups
    }

    /// What is applied in flight: the settings of `--set` with each that `--change` names.
    private static func others(_ arguments: Arguments) throws(CommandError) -> [TrialSetup] {
        var others: [TrialSetup] = []
        for written in (arguments["--change"] ?? "").split(separator: ";") {
            others += try setups(arguments, "\(arguments["--set"] ?? ""),\(written)")
        }
        guard others.isEmpty || arguments["--law"]?.contains(",") != true else {
            throw .usage("--change goes with one law")
        }
        return others
    }

    private static func course(_ path: String) throws(CommandError) -> TrialCourse {
        let bytes = try MissionCheckCommand.bytes(of: path)
        return try orFail(try TrialCourse(FileText(name: path, bytes)))
    }

    private static func settings(_ text: String) throws(CommandError) -> [String: JSONValue] {
        var settings: [String: JSONValue] = [:]
        for part in text.split(separator: ",") {
            guard let sign = part.firstIndex(of: "=") else {
                throw .usage("--set takes KEY=VALUE, found \"\(part)\"")
            }
            let value = String(part[part.index(after: sign)...])
            settings[String(part[..<sign])] =
                (try? JSONValue(parsing: Array(value.utf8))) ?? .string(value)
        }
        return settings
    }

    // MARK: All

    private static func flyAll(
        _ series: TrialSeries, _ arguments: Arguments
    ) throws(CommandError) -> Int32 {
        let threads = try arguments.threads()
        let clock = DispatchScheduler()
        let began = clock.now
        let bar = ProgressBar()
        let flights = try orFail(try series.fly(threads: threads) { bar.show($0, of: $1) })
        bar.clear()
        let columns = zip(series.setups, flights).map { TrialStatistics($0, $1) }
        Console.out("\(TrialReport(columns))")
        Console.out(speed(columns, in: clock.now - began, threads))
        if let path = arguments["--csv"] {
            try TrialOutput.write(TrialTable.text(columns), to: path)
        }
        if let path = arguments["--svg"] {
            try TrialOutput.write(TrialPicture(columns).text, to: path)
        }
        return columns.allSatisfy(\.breaches.isEmpty) ? ExitCode.success : ExitCode.failed
    }

    private static func speed(
        _ columns: [TrialStatistics], in time: Duration, _ threads: Int
    ) -> String {
        let flown = columns.flatMap(\.flights).reduce(0) { $0 + $1.seconds }
        let factor = flown / max(1e-9, time.seconds) / Double(threads)
        return "\n\(text(ofSeconds: flown)) of flight in \(text(of: time)) on \(threads) threads: "
            + "\(fixedText(of: factor, decimals: 0)) times real time on each"
    }

    // MARK: One

    private static func flyAlone(
        _ number: Int, _ series: TrialSeries, _ arguments: Arguments
    ) throws(CommandError) -> Int32 {
        guard let setup = series.setups.first, series.setups.count == 1 else {
            throw .usage("--run flies one law")
        }
        var log = TrialLog(setup.course)
        let flight = try orFail(try series.fly(number, setup) { log.add($0) })
        let name = arguments["--log"] ?? "flight-\(number)"
        try TrialOutput.write(log.gpx, to: "\(name).gpx")
        try TrialOutput.write(log.csv, to: "\(name).csv")
        try TrialOutput.write(log.ulog, to: "\(name).ulg")
        Console.out(flight.lines(setup.name))
        return flight.breaches.isEmpty ? ExitCode.success : ExitCode.failed
    }
}

extension FlightResult {
    fileprivate func lines(_ law: String) -> String {
        let head =
            "run \(number), \(law): \(outcome), \(fixedText(of: seconds, decimals: 0)) s, "
            + "\(fixedText(of: flownMetres, decimals: 0)) m"
        return
            ([head] + faults.map { "  fault: \($0)" } + failsafes.map { "  failsafe: \($0)" }
            + breaches.map { "  rule broken: \($0)" }).joined(separator: "\n")
    }
}
