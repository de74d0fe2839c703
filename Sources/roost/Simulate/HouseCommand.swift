import CommandKit
import Core
import Glibc
import HouseTrials
import LinuxIO
import Settings
import Simulators
import Values

/// `roost simulate house`: a pet door through a year in virtual time, with a cat that has the hours of a
/// real one.
enum HouseCommand {
    static let usage = """
        roost simulate house   a pet door through years in virtual time, and what became of the cats; exit
              code 1 if a rule broke that always holds. See docs/simulation.md
              [--days N] [--seed S] [--years N, drawn one by one from the seed] [--cats one|visited|all]
              [--missed-tags SHARE of 1 that a reader does not see; 0.2 unless given]
              [--reed opens-when-back|opens-at-once: how the contact at the bolt is mounted]
              [--faults: all kinds, or --fault NAME, or several: these alone]
              [--zone NAME, such as Australia/Sydney: what its clocks show]
              [--config FILE, with a \(DoorRehearsal.policy); as config/\(DoorRehearsal.policy).json unless given]
              [--law roost|unaware|plain, or several: each guards the same years; unaware does
              without its pets]
              [--csv FILE: a line for each day] [--svg FILE: the first year as a picture]
              [--threads N]
              [--record DIR: the black box of it, as a service writes it; of one year without faults]
        """

    private static let options: Set<String> = [
        "--days", "--seed", "--years", "--cats", "--config", "--law", "--csv", "--svg",
        "--threads", "--missed-tags", "--fault", "--record", "--reed", "--zone",
    ]

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: options, flags: ["--faults"])
        guard arguments.positional.isEmpty else {
            throw .usage("simulate house takes options only")
        }
        let plans = try plans(arguments)
        let configuration = try configuration(arguments)
        let setups = try setups(arguments, configuration)
        let recording = try recording(arguments, configuration, plans, setups)
        let columns = try run(plans, setups, recording, threads: try arguments.threads())
        Console.out("the house: \(setups[0].site.description)\n")
        Console.out("\(HouseReport(columns))")
        if let unnamed = setups.lazy.map({ $0.unnamed(plans[0]) }).first(where: { $0 > 0 }) {
            Console.out(
                "\n\(unnamed) of the cats that live here have no tag in \"pets\": strangers to its door"
            )
        }
        if let path = arguments["--csv"] {
            try TrialOutput.write(YearTable.text(columns.flatMap { $0 }), to: path)
        }
        if let path = arguments["--svg"] {
            try TrialOutput.write(YearPicture(columns.compactMap(\.first)).text, to: path)
        }
        let isSafe = columns.allSatisfy {
            $0.allSatisfy { $0.law != .roost || $0.breaches.isEmpty }
        }
        return isSafe ? ExitCode.success : ExitCode.failed
    }

    // MARK: Options

    private static func plans(_ arguments: Arguments) throws(CommandError) -> [HousePlan] {
        let seed = UInt64(try arguments.number("--seed", 0...1e9) ?? 1)
        let days = Int(try arguments.number("--days", 1...3650) ?? 365)
        let word = arguments["--cats"] ?? HousePlan.Cats.one.rawValue
        guard let cats = HousePlan.Cats(rawValue: word) else {
            throw .usage("--cats must be one, visited or all, found \"\(word)\"")
        }
        let missed = try arguments.number("--missed-tags", 0...1) ?? 0.2
        let years = Int(try arguments.number("--years", 1...10_000) ?? 1)
        let faults = try faults(arguments)
        let mounting = arguments["--reed"] ?? LatchReed.opensWhenBack.rawValue
        guard let reed = LatchReed(rawValue: mounting) else {
            let known = LatchReed.allCases.map(\.rawValue).joined(separator: " or ")
            throw .usage("--reed must be \(known), found \"\(mounting)\"")
        }
        return (1...years).map { number in
            HousePlan(
                number: number, seed: seed, days: days, cats: cats, missedTags: missed, reed: reed,
                faults: faults)
        }
    }

    private static func faults(
        _ arguments: Arguments
    ) throws(CommandError) -> Set<HouseFault.What> {
        let all = HouseFault.What.allCases
        var faults = Set(arguments.has("--faults") ? all : [])
        for word in (arguments["--fault"] ?? "").split(separator: ",") {
            guard let fault = all.first(where: { $0.word == word }) else {
                let known = all.map(\.word).joined(separator: ", ")
                throw .usage("--fault must be one of \(known), found \"\(word)\"")
            }
            faults.insert(fault)
        }
        return faults
    }

    private static func configuration(
        _ arguments: Arguments
    ) throws(CommandError) -> Configuration {
        guard let path = arguments["--config"] else {
            return try ConfigurationFile.read(HouseSetup.usual)
        }
        return try ConfigurationFile.load(path)
    }

    private static func recording(
        _ arguments: Arguments, _ configuration: Configuration, _ plans: [HousePlan],
        _ setups: [HouseSetup]
    ) throws(CommandError) -> HouseRecording? {
        guard let directory = arguments["--record"] else { return nil }
        guard plans.count == 1, plans[0].faults.isEmpty, setups.count == 1,
            setups[0].law == .roost
        else { throw .usage("--record is for one year without faults, by the law roost") }
        return HouseRecording(in: directory, of: configuration)
    }

    private static func setups(
        _ arguments: Arguments, _ configuration: Configuration
    ) throws(CommandError) -> [HouseSetup] {
        let calendar = try arguments["--zone"].map(calendar)
        var setups: [HouseSetup] = []
        for word in (arguments["--law"] ?? "roost").split(separator: ",") {
            guard let law = HouseSetup.Law(rawValue: String(word)) else {
                throw .usage("--law must be roost, unaware or plain, found \"\(word)\"")
            }
            do throws(ConfigurationErrors) {
                setups.append(
                    try HouseSetup(
                        law, configuration, calendar: calendar,
                        registry: ConfigurationFile.registry))
            } catch {
                throw .usage("this configuration cannot be tried:\n\(error)")
            }
        }
        return setups
    }

    /// The clocks of a zone that is installed.
    private static func calendar(_ zone: String) throws(CommandError) -> SimulatedCalendar {
        guard LocalZone.unknownZone(zone) == nil else {
            throw .usage("--zone must be the name of a zone that is installed, found \"\(zone)\"")
        }
        setenv("TZ", zone, 1)
        // From 1 January 2026 on.
        let begin = 1_767_225_600
        let (ahead, changes) = LocalZone.changes(from: begin, to: begin + 12 * 366 * 86400)
        return SimulatedCalendar(
            zone: zone, ahead: ahead,
            changes: changes.compactMap {
                ZoneChange(
                    secondsSince1970: Double($0.secondsSince1970), aheadBefore: $0.aheadBefore,
                    aheadAfter: $0.aheadAfter)
            })
    }

    // MARK: Years

    /// - Returns: for each setup its years.
    private static func run(
        _ plans: [HousePlan], _ setups: [HouseSetup], _ recording: HouseRecording?, threads: Int
    ) throws(CommandError) -> [[HouseResult]] {
        let began = clock()
        let bar = ProgressBar()
        let series = HouseSeries(plans: plans, setups: setups, witness: recording)
        let columns = try orFail(try series.run(threads: threads) { bar.show($0, of: $1) })
        bar.clear()
        let days = columns.joined().reduce(0) { $0 + $1.days.count }
        let time = Double(clock() - began) / Double(CLOCKS_PER_SEC)
        Console.out(
            "\(days) days, \(fixedText(of: time / Double(days * 86400) * 1e6, decimals: 2)) µs of "
                + "processor a tick\n")
        return columns
    }
}
