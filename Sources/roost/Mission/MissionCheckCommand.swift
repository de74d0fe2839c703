import CommandKit
import Glibc
import LinuxIO
import Missions
import Values

/// `roost mission check FILE`: what a mission would do, and all that is wrong with it.
enum MissionCheckCommand {
    static let usage = """
        roost mission check FILE
              what a mission would do, item by item, and everything that is wrong with it, as
              FILE:LINE; exit code 1 if it may not be flown. See docs/missions.md for the formats
              --home LAT,LON        where it takes off; otherwise where the file says
              --max-distance M      how far from there it may fly (500)
              --max-altitude M      how high (5)
              --max-speed M/S       how fast (5)
              --margin M            how far from fences it must stay (0)
              --altitude M          the height of formats that have none: GPX, coordinates (3)
              --track-spacing M     fly a recorded track of GPX, its points so far apart
        """

    private static let options: Set<String> = [
        "--home", "--max-distance", "--max-altitude", "--max-speed", "--margin", "--altitude",
        "--track-spacing",
    ]

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        guard words.first == "check" else {
            throw .usage("expected: roost mission check FILE")
        }
        let arguments = try Arguments(Array(words.dropFirst()), options: options)
        let path = try arguments.single("one mission file")
        let limits = try limits(arguments)
        let draft = MissionFile.read(try bytes(of: path), try readingOptions(arguments))
        let verdict = draft.judged(against: limits)
        for error in verdict.errors {
            Console.error("\(path):\(error.place.line): \(error.inItsLine)")
        }
        show(draft, verdict, path)
        return verdict.mission == nil ? ExitCode.failed : ExitCode.success
    }

    static func bytes(of path: String) throws(CommandError) -> [UInt8] {
        do throws(IOError) {
            return try readFile(path, atMost: MissionFile.byteLimit)
        } catch {
            throw .failed(
                error.code == EFBIG
                    ? "\(path) is larger than \(MissionFile.byteLimit >> 20) MiB, and no mission is"
                    : "\(path) cannot be read: \(error.reason)")
        }
    }

    private static func show(_ draft: MissionDraft, _ verdict: MissionVerdict, _ path: String) {
        let refusals = verdict.refusals.count
        let estimate = verdict.estimate
        let answer =
            verdict.mission == nil
            ? "may not be flown: \(refusals) error\(refusals == 1 ? "" : "s")"
            : "may be flown: \(fixedText(of: estimate.pathMetres, decimals: 0)) m, "
                + "\(text(ofSeconds: estimate.seconds)) in calm air"
        let kind = draft.format.map { "\($0), " } ?? ""
        Console.out("\(path): \(kind)\(answer)")
        let width = draft.items.map(\.place.name.count).max() ?? 0
        for item in draft.items {
            let name = item.place.name
            let gap = String(repeating: " ", count: width - name.count)
            Console.out("  \(name)\(gap)  \(item.action.map { "\($0)" } ?? "cannot be read")")
        }
        for fence in draft.fences { Console.out("  held against \(fence)") }
    }

    private static func limits(_ arguments: Arguments) throws(CommandError) -> MissionLimits {
        var limits = MissionLimits()
        limits.home = try home(arguments)
        limits.maxDistanceMetres =
            try arguments.number("--max-distance", 1...10_000) ?? limits.maxDistanceMetres
        limits.maxAltitudeMetres =
            try arguments.number("--max-altitude", 0.5...120) ?? limits.maxAltitudeMetres
        limits.maxMetresPerSecond =
            try arguments.number("--max-speed", 0.1...20) ?? limits.maxMetresPerSecond
        limits.fenceMarginMetres = try arguments.number("--margin", 0...500) ?? 0
        return limits
    }

    private static func readingOptions(
        _ arguments: Arguments
    ) throws(CommandError) -> MissionOptions {
        var options = MissionOptions()
        options.altitudeMetres =
            try arguments.number("--altitude", 0.3...120) ?? options.altitudeMetres
        options.trackSpacingMetres = try arguments.number("--track-spacing", 1...1000)
        return options
    }

    private static func home(_ arguments: Arguments) throws(CommandError) -> Position? {
        guard let text = arguments["--home"] else { return nil }
        let numbers = text.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2, let home = Position(latitude: numbers[0], longitude: numbers[1])
        else { throw .usage("--home is a latitude and a longitude: 52.0004,21.0003") }
        return home
    }
}
