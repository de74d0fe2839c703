/// `roost drone ...`: tools for a drone and what it says, without the service.
enum DroneCommand {
    static let usage = """
        roost drone decode [--pretty] FILE...
              navigation data that were captured, as JSON: one object a line for each datagram, with
              every field's value and unit. A FILE holds one datagram as it came, or is a capture
              by tcpdump or Wireshark (classic pcap), of which UDP from port 5554 is taken

        \(InfoCommand.usage)
        \(ConfigCommand.usage)
        \(DroneActions.usage)
        \(DroneConnection.usage)

        \(VideoCommand.usage)

        roost drone fly [--speed PERCENT] [--log FILE] [--ascii]
              fly from the keyboard, with a picture of the attitude; letting go hovers, Q lands and
              leaves. The speed is 30 percent of what the drone is set to, unless given

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
            return ExitCode.done
        case let word?: throw .usage("there is nothing for a drone that is called \"\(word)\"")
        case nil:
            Console.error(usage)
            return ExitCode.usage
        }
    }
}
