import ARDrone
import CommandKit
import Core
import JSON
import Terminal
import Values

/// `roost drone info`: everything that is known of a drone, at a glance.
enum InfoCommand {
    static let usage = """
        roost drone info [--json]        firmware, battery, state, what forbids a take-off, link
        """

    /// Over so long packets are counted to get their rate.
    private static let countFor = Duration.milliseconds(500)

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: DroneConnection.options, flags: ["--json"])
        guard arguments.positional.isEmpty else { throw .usage("info takes no further words") }
        return try DroneConnection.use(arguments) { line throws(CommandError) in
            let diagnostics = try diagnostics(line, DispatchScheduler())
            if arguments.has("--json") {
                Console.out(JSONValue.object(Dictionary(diagnostics) { first, _ in first }).line)
            } else {
                let width = diagnostics.map(\.0.count).max() ?? 0
                for (name, value) in diagnostics {
                    let (label, text) = PlainText.figure(name, value)
                    let gap = String(repeating: " ", count: width - label.count + 2)
                    Console.out(label + gap + text)
                }
            }
            return ExitCode.success
        }
    }

    private static func diagnostics(
        _ line: DroneConnection, _ clock: any Scheduler
    ) throws(CommandError) -> [(String, JSONValue)] {
        let before = try link(line.report())
        let since = clock.now
        let keys = try? ConfigCommand.read(line)
        clock.sleep(for: countFor - (clock.now - since))
        let report = try line.report()
        let packets = try Double(link(report).packets - before.packets)
        var diagnostics: [(String, JSONValue)] = identity.map { name, key in
            (name, keys?[key].map { .string($0) } ?? .null)
        }
        diagnostics += flight(report)
        diagnostics.append(
            ("packets_per_second", .number((packets / (clock.now - since).seconds).rounded())))
        let shown: [ARDrone.LinkReport.CodingKeys] = [.packets, .refused, .batteryPercent]
        diagnostics += report.diagnostics.filter { diagnostic in
            !shown.contains { $0.rawValue == diagnostic.name }
        }.map { ($0.name, $0.value) }
        return diagnostics
    }

    private static func link(
        _ report: DriverReport
    ) throws(CommandError) -> ARDrone.LinkReport {
        guard let link = ARDrone.LinkReport(report) else {
            throw .failed("the drone's driver is \(report.state.rawValue)")
        }
        return link
    }

    /// Nothing while there is no sample of it.
    private static func flight(_ report: DriverReport) -> [(String, JSONValue)] {
        let json = report.sources[ARDrone.flight.name]?.value
        guard let state = try? json?.decode(as: FlightState.self) else { return [] }
        return [
            ("phase", .string(state.phase.rawValue)),
            ("altitude_m", .number(state.altitudeMetres)),
            ("battery_percent", .number(Double(state.batteryPercent))),
        ]
    }

    private static let identity = [
        ("name", "general:ardrone_name"), ("firmware", "general:num_version_soft"),
        ("hardware", "general:num_version_mb"), ("serial_number", "general:drone_serial"),
        ("built", "general:soft_build_date"), ("flown_s", "general:flying_time"),
    ]
}
