import CommandKit
import Core
import Glibc
import LinuxIO
import Terminal

/// `roost drone fly`: a drone flown from the keyboard.
///
/// Two processes: one flies and has the terminal, the other guards it (see `FlightWatchdog`).
enum FlyCommand {
    static let usage = """
        roost drone fly [--speed PERCENT] [--log FILE] [--ascii]
              fly from the keyboard, with a picture of the attitude; letting go hovers, Q lands and
              leaves. The speed is 30 percent of what the drone is set to, unless given
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: FlyOptions.options, flags: FlyOptions.flags)
        let options = try FlyOptions(arguments)
        let configuration = try DroneSelection.configuration(arguments)
        let terminal = try orFail(
            try ControllingTerminal(), "fly needs a terminal to be flown from")
        // In the background of a shell these would stop the program with the drone in the air. So
        // reading fails instead, which is the terminal gone: it lands.
        signal(SIGTTIN, SIG_IGN)
        signal(SIGTTOU, SIG_IGN)
        guard arguments.has(FlyOptions.guarded) else {
            return try FlightWatchdog(terminal, configuration, runtime: arguments["--runtime"])
                .watch(words)
        }
        return try fly(arguments, options, on: terminal)
    }

    private static func fly(
        _ arguments: Arguments, _ options: FlyOptions, on terminal: ControllingTerminal
    ) throws(CommandError) -> Int32 {
        let clock = DispatchScheduler()
        let log = try FlightLog(path: arguments["--log"], clock: clock)
        let drone = try StandaloneDrone(arguments, log: log.output)
        let display = TerminalDisplay(
            terminal, .sticks, clock: clock, hasColour: options.hasColour)
        try orFail(try display.open(), "the terminal cannot be set up")
        let code = FlySession(drone, on: terminal, display, log: log, options: options).run()
        display.close()
        for line in log.tail { Console.error(line) }
        return code
    }
}
