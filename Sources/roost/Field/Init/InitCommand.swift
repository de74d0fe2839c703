import Core
import Glibc
import LinuxIO
import Program

/// `roost init`: writes a configuration for a purpose, with what is on this machine.
enum InitCommand {
    static let usage = """
        \(droneUsage)

        \(petDoorUsage)
        """

    static let droneUsage = """
        roost init drone [FILE] [--address IP] [--fence LENGTH] [--altitude LENGTH] [--sysfs DIR]
              writes a configuration for a drone that flies to GPS targets, with comments, to FILE, which
              must not be there yet; drone.json unless given. Asks for what is not given and cannot be
              found; without a terminal that has to be given.

        --address IP: of the drone. --fence LENGTH: how far it may be from where it took off, "30m".
        --altitude LENGTH: how high above there it may fly, "5m".
        --sysfs DIR: where to look for devices instead of /sys.
        """

    static let petDoorUsage = """
        roost init pet-door [FILE] [--thermometer ID] [--light INPUT] [--unlocked ANGLE] [--locked ANGLE]
                            [--sysfs DIR]
              the same for a door for animals, with the devices that roost scan finds; pet-door.json unless
              FILE is given.

        --thermometer ID: of the one outside, "28-...". --light INPUT: the converter's with the light sensor.
        --unlocked ANGLE, --locked ANGLE: the servo's with the bolt back, "65deg", and out, "180deg".
        --sysfs DIR: where to look for devices instead of /sys.
        """

    static func drone(_ words: [String]) throws(CommandError) -> Int32 {
        try main(words, options: ["--address", "--fence", "--altitude"], InitTemplate.drone)
    }

    static func petDoor(_ words: [String]) throws(CommandError) -> Int32 {
        try main(
            words, options: ["--thermometer", "--light", "--unlocked", "--locked"],
            InitTemplate.petDoor)
    }

    private static func main(
        _ words: [String], options: Set<String>, _ template: ((String) -> [Finding]) -> InitTemplate
    ) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: options.union(["--sysfs"]))
        let system = SystemPaths(
            sysfs: arguments["--sysfs"] ?? "/sys", dev: "/dev", runtime: "")
        let template = template { driver in
            ConfigurationFile.registry.drivers.first { $0.name == driver }?.discover(system) ?? []
        }
        guard arguments.positional.count <= 1 else { throw .usage("init writes one file") }
        let path = arguments.positional.first ?? "\(template.name).json"
        guard access(path, F_OK) != 0 else {
            throw .failed("\(path) is there already; init overwrites nothing")
        }
        let answers = try Questionnaire(template, isAtTerminal: isatty(STDIN_FILENO) == 1)
            .answers { arguments["--\($0)"] }
        try write(template.text(answers), to: path)
        Console.out(nextSteps(path))
        return ExitCode.success
    }

    /// Whoever made the file since it was looked for keeps it.
    private static func write(_ text: String, to path: String) throws(CommandError) {
        let file = try orFail(
            try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644))
        do throws(IOError) {
            try file.write(Array(text.utf8))
        } catch {
            unlink(path)
            throw .failed("\(error)")
        }
    }

    private static func nextSteps(_ path: String) -> String {
        let installed = "/etc/roost/"
        let name = path.split(separator: "/").last ?? ""
        let isInstalled = path.hasPrefix(installed)
        return """
            \(path): good. Next: see that every device is there, then let the service run it:
              roost doctor \(path)
            \(isInstalled ? "" : "  sudo cp \(path) \(installed)\n")\
              sudo ln -sf \(name) \(installed)roost.json
              sudo systemctl restart roost
            """
    }
}
