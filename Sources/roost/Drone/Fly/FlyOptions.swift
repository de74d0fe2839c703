import Cockpit
import CommandKit

/// What `roost drone fly` was told.
struct FlyOptions {
    static let options: Set<String> = StandaloneDrone.options.union(["--speed", "--log"])
    static let flags: Set<String> = ["--ascii", guarded]
    /// What `FlightWatchdog` adds for the program that it starts; not for people.
    static let guarded = "--guarded"
    private static let gentle = 30

    let title: String
    let speedPercent: Int
    let isASCII: Bool
    let hasColour: Bool

    init(_ arguments: Arguments) throws(CommandError) {
        guard arguments.positional.isEmpty else { throw .usage("fly takes options only") }
        let range = KeyboardPilot.speeds
        speedPercent =
            try arguments.number(
                "--speed", Double(range.lowerBound)...Double(range.upperBound)
            ).map { Int($0) } ?? Self.gentle
        title = arguments["--config"] ?? arguments["--address"] ?? "192.168.1.1"
        isASCII = arguments.has("--ascii") || !Console.showsUnicode
        hasColour = Console.hasColour
    }
}
