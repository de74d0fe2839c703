import Core
import Glibc
import Program

/// One command of roost: the words that it begins with, what its `--help` answers, and what it does
/// with the words behind those.
private struct Command: Sendable {
    typealias Main = @Sendable (_ words: [String]) throws(CommandError) -> Int32

    let words: [String]
    let usage: String
    let main: Main

    init(_ words: String, _ usage: String, _ main: @escaping Main) {
        self.words = words.split(separator: " ").map(String.init)
        self.usage = usage
        self.main = main
    }

    /// One that is nothing without a further word; `nothing` says that there is no such.
    init(_ words: String, of usage: String, _ nothing: String) {
        self.init(words, usage) { rest throws(CommandError) in
            switch rest.first {
            case "--help", "-h", "help":
                Console.out(usage)
                return ExitCode.success
            case let word?: throw .usage("\(nothing) \"\(word)\"")
            case nil:
                Console.error(usage)
                return ExitCode.usage
            }
        }
    }

    /// The one that `words` begin with; the most words count.
    init(beginning words: [String]) {
        self =
            Self.all.filter { words.starts(with: $0.words) }
            .max { $0.words.count < $1.words.count } ?? Self.all[0]
    }

    fileprivate static let all: [Command] =
        [
            Command("", of: usageText, "there is no command"),
            Command("--version", usageText) { _ in
                Console.out("roost \(roostVersion)")
                return ExitCode.success
            },
            Command("--host", RemoteCommand.usage, RemoteCommand.main),
            Command("run", RunCommand.usage, RunCommand.main),
            Command("check", CheckCommand.usage, CheckCommand.main),
            Command("plan", PlanCommand.usage, PlanCommand.main),
            Command("apply", ApplyCommand.usage, ApplyCommand.main),
            Command("history", HistoryCommand.usage, HistoryCommand.main),
            Command("use", UseCommand.usage, UseCommand.main),
            Command("rollback", RollbackCommand.usage, RollbackCommand.main),
            Command("explain", ExplainCommand.usage, ExplainCommand.main),
            Command("schema", SchemaCommand.usage, SchemaCommand.main),
            Command("mission", MissionCheckCommand.usage, MissionCheckCommand.main),
            Command("park", ParkCommand.usage, ParkCommand.main),
            Command("status", StatusCommand.usage, StatusCommand.main),
            Command("metrics", MetricsCommand.usage, MetricsCommand.main),
            Command("preflight", PreflightCommand.usage, PreflightCommand.main),
            Command("watch", WatchCommand.usage, WatchCommand.main),
            Command("top", TopCommand.usage, TopCommand.main),
            Command("log", LogCommand.usage, LogCommand.main),
            Command("why", WhyCommand.usage, WhyCommand.main),
            Command("when", WhenCommand.usage, WhenCommand.main),
            Command("replay", ReplayCommand.usage, ReplayCommand.main),
            Command("restart", RestartCommand.usage, RestartCommand.main),
            Command("send", SendCommand.usage, SendCommand.main),
            Command("gateway", GatewayCommand.usage, GatewayCommand.main),
            Command(
                "token", of: TokenCommand.usage, "there is nothing about tokens that is called"),
            Command("token add", TokenCommand.usage, TokenCommand.add),
            Command("token list", TokenCommand.usage, TokenCommand.list),
            Command("token remove", TokenCommand.usage, TokenCommand.remove),
            Command("find", FindCommand.usage, FindCommand.main),
            Command("pair", PairCommand.usage, PairCommand.main),
            Command("scan", ScanCommand.usage, ScanCommand.main),
            Command("init", of: InitCommand.usage, "there is nothing to write that is called"),
            Command("init drone", InitCommand.droneUsage, InitCommand.drone),
            Command("init pet-door", InitCommand.petDoorUsage, InitCommand.petDoor),
            Command("wiring", WiringCommand.usage, WiringCommand.main),
            Command("poke", PokeCommand.usage, PokeCommand.main),
            Command("doctor", DoctorCommand.usage, DoctorCommand.main),
            Command("reference", ReferencePage.usage) { _ in
                Console.write(
                    ReferencePage(ConfigurationFile.registry).description, to: STDOUT_FILENO)
                return ExitCode.success
            },
            Command("completions", Completions.usage, Completions.main),
            Command("manual", ManualPage.usage, ManualPage.main),
            Command("drone", of: droneUsage, "there is nothing for a drone that is called"),
            Command("drone decode", DecodeCommand.usage, DecodeCommand.main),
            Command("drone video", VideoCommand.usage, VideoCommand.main),
            Command(
                "drone fly", FlyCommand.usage + "\n\n" + StandaloneDrone.usage, FlyCommand.main),
            Command(
                "drone info", InfoCommand.usage + "\n" + DroneConnection.usage, InfoCommand.main),
            Command(
                "drone config", ConfigCommand.usage + "\n" + DroneConnection.usage,
                ConfigCommand.main),
            Command(
                "simulate", of: SimulateCommand.usage, "there is nothing to simulate that is called"
            ),
            Command("simulate drone", SimulatedDroneCommand.usage, SimulatedDroneCommand.main),
            Command("simulate world", SimulateCommand.worldUsage, SimulateCommand.world),
            Command("simulate flights", FlightsCommand.usage, FlightsCommand.main),
            Command("simulate house", HouseCommand.usage, HouseCommand.main),
            Command("simulate demo", DemoCommand.usage, DemoCommand.main),
        ]
        + DroneActions.words.map { word in
            Command("drone \(word)", DroneActions.usage + "\n" + DroneConnection.usage) {
                words throws(CommandError) in try DroneActions.main(word, words)
            }
        }
}

/// Every command with its `--help`, for what is made of them: completions and the manual.
let commandTable: [(words: [String], usage: String)] =
    Command.all.map { ($0.words, $0.usage) }

/// Does what the words on the command line say, and returns the exit code.
func runCommand(_ words: [String]) -> Int32 {
    do throws(CommandError) {
        // Help may be asked for anywhere behind a command's name: "run roost.json --help".
        let asksForHelp = words.dropFirst().contains { ["--help", "-h"].contains($0) }
        let command = Command(beginning: words)
        if asksForHelp, !command.words.isEmpty {
            Console.out(command.usage)
            return ExitCode.success
        }
        return try command.main(Array(words.dropFirst(command.words.count)))
    } catch {
        Console.error("roost: \(error.message)")
        return error.code
    }
}
