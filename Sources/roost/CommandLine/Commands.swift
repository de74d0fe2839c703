import CommandKit
import Core
import Glibc

/// Every command of `roost`, with its `--help`.
let commandTable = CommandTable(
    program: "roost", summary: "drives the devices of a Raspberry Pi and decides what they do",
    files: [("/etc/roost/roost.json", "What the service runs.")],
    commands: serviceCommands + InitCommand.commands + toolCommands + droneActions)

private let serviceCommands: [Command] = [
    Command("", of: usageText, "there is no command", hint: HurriedWord.hint),
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
    Command("acknowledge", AcknowledgeCommand.usage, AcknowledgeCommand.main),
    Command("explain", ExplainCommand.usage, ExplainCommand.main),
    Command("schema", SchemaCommand.usage, SchemaCommand.main),
    Command("rules", RulesCommand.usage, RulesCommand.main),
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
    Command("pair", PairCommand.usage, PairCommand.main),
    Command("find", FindCommand.usage, FindCommand.main),
    Command("scan", ScanCommand.usage, ScanCommand.main),
    Command("init", of: InitCommand.usage, "there is nothing to write that is called"),
]

private let toolCommands: [Command] = [
    Command("wiring", WiringCommand.usage, WiringCommand.main),
    Command("poke", PokeCommand.usage, PokeCommand.main),
    Command("doctor", DoctorCommand.usage, DoctorCommand.main),
    Command("selftest", SelftestCommand.usage, SelftestCommand.main),
    Command("plugin", of: PluginCommand.usage, "there is nothing about plugins that is called"),
    Command("plugin list", PluginCommand.usage, PluginCommand.list),
    Command("plugin check", PluginCommand.usage, PluginCommand.check),
    Command("plugin test", PluginCommand.usage, PluginCommand.test),
    Command("reference", ReferencePage.usage) { _ in
        Console.write(
            ReferencePage(ConfigurationFile.registry).description, to: STDOUT_FILENO)
        return ExitCode.success
    },
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

private let droneActions: [Command] = DroneActions.words.map { word in
    Command("drone \(word)", DroneActions.usage + "\n" + DroneConnection.usage) {
        words throws(CommandError) in try DroneActions.main(word, words)
    }
}
