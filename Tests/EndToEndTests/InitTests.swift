import Core
import Glibc
import JSON
import TestSupport
import TestTraits
import Testing

/// `roost init` on a machine of files.
@Suite(.blocking) struct InitTests {
    private static let usualDoor = ["--light", "0", "--unlocked", "65deg", "--locked", "180deg"]
    private static let usualDrone = [
        "--address", "192.168.1.1", "--fence", "30m", "--altitude", "5m",
    ]

    private let tree: TemporaryDirectory

    init() throws {
        tree = try TemporaryDirectory()
        try tree.makeDirectory("sys")
    }

    private var file: String { "\(tree.path)/mine.json" }

    private func run(
        _ words: [String]
    ) throws -> (end: RoostProcess.End, output: String, errors: String) {
        try finished(
            RoostProcess(
                ["init", words[0], file, "--sysfs", "\(tree.path)/sys"] + words.dropFirst()))
    }

    private func written() throws -> JSONValue {
        try JSONValue(parsing: Array((tree.read("mine.json") ?? "").utf8), allowsComments: true)
    }

    @Test(
        "with the usual answers and nothing found it is what is shipped, and roost check takes it",
        arguments: [["drone"] + usualDrone, ["pet-door"] + usualDoor])
    func shipped(words: [String]) throws {
        let (end, output, errors) = try run(words)
        #expect(end == .exited(0), "\(errors)")
        #expect(output.contains("roost doctor \(file)\n"))
        let shipped = try JSONValue(parsing: projectFile("config/\(words[0]).json"))
        #expect(try written() == shipped)
        #expect(try finished(RoostProcess("check", file)).end == .exited(0))
    }

    @Test("what is on the machine is in it") func found() throws {
        try tree.write("sys/bus/w1/devices/28-000005e2fdc3/w1_slave", "")
        try tree.makeConverter(
            1, name: "ads1015", at: "1-0048", model: "ads1115", ["in_voltage0_raw": "1\n"])
        try tree.makePCA9685(2)
        let (end, _, errors) = try run(["pet-door", "--light", "2"] + Self.usualDoor.dropFirst(2))
        #expect(end == .exited(0), "\(errors)")
        let drivers = try written()["drivers"]
        #expect(drivers?["outside"]?["id"] == "28-000005e2fdc3")
        #expect(drivers?["twilight"]?["i2c_address"] == "0x48")
        #expect(drivers?["twilight"]?["channel"] == 2)
        #expect(drivers?["bolt"]?["chip"] == "1-0040")
        #expect(try finished(RoostProcess("check", file)).end == .exited(0))
    }

    @Test("of two thermometers a person says which, and without a terminal nothing is guessed")
    func twoFound() throws {
        try tree.write("sys/bus/w1/devices/28-000005e2fdc3/w1_slave", "")
        try tree.write("sys/bus/w1/devices/28-000005e2fdc4/w1_slave", "")
        let (end, _, errors) = try run(["pet-door"])
        #expect(end == .exited(2))
        for words in [
            "--thermometer: the thermometer outside, 28-000005e2fdc3 or 28-000005e2fdc4",
            "--light: ",
            "--unlocked: the servo's angle with the bolt back, such as 65deg", "--locked: ",
        ] {
            #expect(errors.contains(words), "\(errors)")
        }
        #expect(access(file, F_OK) != 0)
    }

    @Test("a file that is there stays as it is") func neverOverwrites() throws {
        try tree.write("mine.json", "mine")
        let (end, _, errors) = try run(["drone"] + Self.usualDrone)
        #expect(end == .exited(1))
        #expect(errors.contains("mine.json is there already"))
        #expect(tree.read("mine.json") == "mine")
    }

    @Test(
        "an answer that makes no good configuration is refused, and nothing is written",
        arguments: [
            ["drone", "--fence", "banana"], ["drone", "--altitude", "900m"],
            ["drone", "--address", "\", \"evil\": \""], ["pet-door", "--light", "9"],
            ["pet-door", "--locked", "400deg"], ["pet-door", "--thermometer", "x"],
        ])
    func bad(words: [String]) throws {
        let usual = words[0] == "drone" ? Self.usualDrone : Self.usualDoor
        let (end, _, errors) = try run([words[0]] + usual + words.dropFirst())
        #expect(end == .exited(2))
        #expect(errors.contains("nothing was written"), "\(errors)")
        #expect(access(file, F_OK) != 0)
    }

    @Test("at a terminal it asks, again after a bad answer, and an empty one takes what is usual")
    func asks() throws {
        let terminal = try PseudoTerminal()
        let process = try RoostProcess(
            ["init", "drone", file, "--address", "192.168.1.1", "--sysfs", "\(tree.path)/sys"],
            terminal: terminal, printsOnTerminal: true)
        #expect(eventually { terminal.screen.contains("took off [30m] ") }, "\(process.errors)")
        terminal.type("far\n")
        try process.waitFor("\"far\" does not start with a number")
        terminal.type("45 m\n")
        #expect(eventually { terminal.screen.contains("may fly [5m] ") })
        terminal.type("\n")
        #expect(try process.wait() == .exited(0))
        #expect(try written()["policies"]?["pilot"]?["fence_radius"] == "45 m")
        #expect(try written()["drivers"]?["drone"]?["altitude_max"] == "5m")
    }

    @Test("who leaves it without an answer gets no file") func leaves() throws {
        let terminal = try PseudoTerminal()
        let process = try RoostProcess(
            ["init", "drone", file], terminal: terminal, printsOnTerminal: true)
        #expect(eventually { terminal.screen.contains("[192.168.1.1] ") }, "\(process.errors)")
        terminal.type("\u{04}")
        #expect(try process.wait() == .exited(1))
        #expect(access(file, F_OK) != 0)
    }
}
