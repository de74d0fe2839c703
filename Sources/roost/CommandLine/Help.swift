/// What `--help` behind a command answers: that command's usage.
enum Help {
    static let words: Set<String> = ["--help", "-h"]

    /// The usage of the command that `words` begin with; `nil` when nobody asks for help, or there
    /// is no such command.
    static func answer(to words: [String]) -> String? {
        guard words.dropFirst().contains(where: Self.words.contains) else { return nil }
        let command = Array(words.prefix { !$0.hasPrefix("-") })
        // Words may follow that are not part of its name: "run roost.json --help".
        return (1...2).reversed().compactMap { count in
            usages[command.prefix(count).joined(separator: " ")]
        }.first
    }

    /// By the words that a command begins with.
    private static let usages: [String: String] = {
        var usages = [
            "run": RunCommand.usage, "check": CheckCommand.usage, "park": ParkCommand.usage,
            "status": StatusCommand.usage, "send": SendCommand.usage,
            "mission": MissionCheckCommand.usage, "reference": reference,
            "drone": DroneCommand.usage,
            "simulate": SimulateCommand.usage,
            "simulate drone": SimulatedDroneCommand.usage,
            "simulate world": SimulateCommand.worldUsage, "simulate demo": DemoCommand.usage,
            "drone decode": DecodeCommand.usage, "drone video": VideoCommand.usage,
            "drone fly": FlyCommand.usage + "\n\n" + StandaloneDrone.usage,
            "drone info": InfoCommand.usage + "\n" + DroneConnection.usage,
            "drone config": ConfigCommand.usage + "\n" + DroneConnection.usage,
        ]
        for word in DroneActions.words {
            usages["drone \(word)"] = DroneActions.usage + "\n" + DroneConnection.usage
        }
        return usages
    }()

    private static let reference = """
        roost reference
              every configuration key with its meaning, unit, range and default, as Markdown
        """
}
