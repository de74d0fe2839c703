import Core
import Glibc
import Simulators
import TestSupport
import TestTraits
import Testing
import Values

/// The shipped configuration with a reader of tags and the real command, in a night without end; the reader is
/// a pseudo terminal.
@Suite(.timeLimit(.minutes(10)), .blocking) struct PetDoorReaderTests {
    /// 276095610728684, the tag of the shipped configuration, as a WL-134 sends it: the low digits of the
    /// number and of the country first, then the XOR of all characters and its complement.
    private static let mia =
        [0x02] + Array("CE0F7D24614110010000000000".utf8) + [0x07, 0xF8, 0x03]
    /// 01 0006547886 as an RDM6300 sends it: ten hex digits and the XOR of the five bytes.
    private static let stranger = [0x02] + Array("010063E9AE25".utf8) + [0x03]

    private let home: TestInstallation
    private let house: SimulatedHouse

    init() throws {
        home = try TestInstallation(configuration: Self.configuration())
        var options = HouseOptions()
        options.dayLength = .seconds(1_000_000_000)
        options.startOfDay = 0
        options.boltPosition = 0
        house = try SimulatedHouse(
            sysfs: home.sysfs, scheduler: DispatchScheduler(), options: options)
        try home.directory.write("run/world/dev/.keep", "")
    }

    /// config/pet-door-reader.json, with its devices in files and no pause before the light decides.
    private static func configuration() throws -> String {
        var text = String(decoding: try projectFile("config/pet-door-reader.json"), as: UTF8.self)
        let lines = [("GPIO17", "sysfs:17"), ("GPIO22", "sysfs:27")]
        for (line, file) in lines {
            text.replace(
                "\"line\": \"\(line)\", \"bias\": \"pull-up\", \"active_low\": true",
                with: "\"line\": \"\(file)\"")
        }
        text.replace(
            "\"name\":", with: "\"sysfs\": \"world/sys\", \"dev\": \"world/dev\", \"name\":")
        text.replace(
            "\"policy\": \"pet-door\",",
            with: "\"policy\": \"pet-door\", \"dwell\": \"0s\", \"minimum_state_time\": \"0s\",")
        return text
    }

    private func plugIn() throws -> PseudoTerminal {
        let terminal = try PseudoTerminal()
        try home.directory.link("run/world/dev/serial0", to: terminal.path)
        return terminal
    }

    /// What it says, until it does; meanwhile `and` is done.
    private func expect(
        _ words: String, within limit: Duration = .seconds(30), and deed: () -> Void = {}
    ) throws {
        try home.waitForStatus("says \"\(words)\"", within: limit) {
            deed()
            return $0.reason(of: "door").contains(words)
        }
    }

    /// Opens the flap for as long as a cat does.
    private func swing() throws {
        for text in ["0\n", "1\n"] {
            let file = open("\(home.sysfs)/class/gpio/gpio27/value", O_WRONLY)
            try #require(file >= 0 && write(file, text, 2) == 2)
            close(file)
            usleep(700_000)
        }
    }

    private func reads(_ frame: [UInt8], of tag: String, by reader: PseudoTerminal) throws {
        try home.waitForStatus("reads \(tag)") {
            reader.send(frame)
            return $0.driver("tags")?.sources["tag"]?.text == tag
        }
        // One reading of a stranger counts for nothing.
        reader.send(frame)
        usleep(300_000)
    }

    private var isOpen: Bool { house.truth.boltPosition < 0.05 }

    @Test(
        "by night it stays open for a cat that is out, whoever comes, and locks when its tag comes in"
    )
    func night() throws {
        var reader = try plugIn()
        let roost = try home.start()
        try expect("Mia may be outside: not locked until all are home")

        try swing()
        try expect("Mia is outside: not locked until all are home") { reader.send(Self.mia) }
        #expect(isOpen)

        // Two tags within five seconds are two animals at once, and nobody knows which went.
        sleep(6)
        try reads(Self.stranger, of: "01 0006547886", by: reader)
        try swing()
        try expect("a stranger (01 0006547886) came in")
        try expect("Mia is outside: not locked until all are home")

        reader.hangUp()
        try home.waitForStatus("misses the reader") {
            $0.driver("tags")?.sources["tag"]?.quality == .absent
        }
        try swing()
        try expect("Mia may be outside: not locked until all are home")
        #expect(isOpen)

        unlink("\(home.runtime)/world/dev/serial0")
        reader = try plugIn()
        try reads(Self.mia, of: "276095610728684", by: reader)
        try swing()
        try expect("Mia is home, for less than a minute: not locked yet")
        // Its switch says so as soon as it is not back: it is locked when the servo has had its time.
        try home.waitForStatus("is locked", within: .seconds(90)) {
            $0.reason(of: "door").hasPrefix("locked, by the switch: it is night")
        }
        #expect(house.truth.boltPosition > 0.95, "\(house.truth)")
        try killed(roost)
        house.stop()
    }

    /// Behind the bolt that was proven out she stayed where she was; counts are kept as well.
    private func killed(_ roost: RoostProcess) throws {
        let isKept = eventually { home.memory(of: "door").contains("\"isBehindBolt\":true") }
        #expect(isKept, "\(home.memory(of: "door"))")
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
        let next = try home.start()
        try expect("not back, by the switch: it is night")
        let report = try home.run("send", "pets").output
        #expect(report.contains("Mia is home"), "\(report)")
        #expect(
            report.contains("today 2 times in, 1 time out, 1 time with the way unknown"),
            "\(report)")
        #expect(house.truth.boltPosition > 0.95)
        #expect(next.end == nil)
    }
}
