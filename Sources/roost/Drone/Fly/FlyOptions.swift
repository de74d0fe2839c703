import Core
import Terminal

/// What `roost drone fly` was told.
struct FlyOptions {
    static let valued: Set<String> = StandaloneDrone.options.union(["--speed", "--log"])
    static let flags: Set<String> = ["--ascii", guarded]
    /// What `FlightWatchdog` adds for the program that it starts; not for people.
    static let guarded = "--guarded"
    private static let gentle = 30

    let title: String
    let speedPercent: Int
    let isASCII: Bool
    let hasColour: Bool

    init(_ arguments: Arguments) throws(CommandError) {
        guard arguments.plain.isEmpty else { throw .usage("fly takes options only") }
        let range = KeyboardPilot.speeds
        speedPercent =
            try arguments.number(
                "--speed", Double(range.lowerBound)...Double(range.upperBound)
            ).map { Int($0) } ?? Self.gentle
        title = arguments["--config"] ?? arguments["--address"] ?? "192.168.1.1"
        isASCII = arguments.has("--ascii") || !Self.showsUnicode
        // https://no-color.org: set and not empty.
        hasColour = Console.environment("NO_COLOR") ?? "" == ""
    }

    /// Whether the locale says UTF-8. The console of Linux has no dots in its font, whatever it says.
    private static var showsUnicode: Bool {
        if ["linux", "dumb"].contains(Console.environment("TERM")) { return false }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { Console.environment($0) }.first { !$0.isEmpty }
        let name = (locale ?? "").lowercased()
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }
}
