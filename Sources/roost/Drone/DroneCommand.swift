/// `roost drone ...`: tools for a drone and what it says, without the service.
enum DroneCommand {
    static let usage = """
        \(DecodeCommand.usage)

        \(InfoCommand.usage)
        \(ConfigCommand.usage)
        \(DroneActions.usage)
        \(DroneConnection.usage)

        \(VideoCommand.usage)

        \(FlyCommand.usage)

        \(StandaloneDrone.usage)
        """

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let rest = Array(words.dropFirst())
        switch words.first {
        case "decode": return try DecodeCommand.main(rest)
        case "fly": return try FlyCommand.main(rest)
        case "info": return try InfoCommand.main(rest)
        case "config": return try ConfigCommand.main(rest)
        case let word? where DroneActions.words.contains(word):
            return try DroneActions.main(word, rest)
        case "video": return try VideoCommand.main(rest)
        case "--help", "-h", "help":
            Console.out(usage)
            return ExitCode.success
        case let word?: throw .usage("there is nothing for a drone that is called \"\(word)\"")
        case nil:
            Console.error(usage)
            return ExitCode.usage
        }
    }
}
