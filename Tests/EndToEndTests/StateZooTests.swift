import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing

/// Whatever lies in the state and the runtime directory, the service starts, answers and ends; so do the commands that
/// read there.
@Suite("Odd things in the state directory", .blocking) struct StateZooTests {
    private static let configuration = """
        {"name": "zoo", "drivers": {"bolt": {"driver": "servo", "chip": "fe20c000.pwm"},
          "flap": {"driver": "gpio-input", "line": "sysfs:27"},
          "latch": {"driver": "gpio-input", "line": "sysfs:17"},
          "light": {"driver": "photoresistor", "device": "mcp3008"}},
         "policies": {"door": {"policy": "pet-door",
          "inputs": {"light": "light", "latch": "latch", "flap": "flap"}, "outputs": {"bolt": "bolt"}}}}
        """

    /// The files that are read and written there; what is to be read is at its newest.
    private static let places = [
        "door.memory", "door.memory.before", "door.memory.new", "door.year",
        "protection.json", "protection.json.before",
        "configurations/7.json",
        "records/00000007.jsonl",
    ]
    /// What has no place there.
    private static let strangers = [
        "configurations/9223372036854775807.json", "records/9223372036854775807.jsonl",
        "configurations/99999999999999999999999.json", "configurations/-1.json", "records/7.jsonl",
        "records/x.jsonl", "9223372036854775807", "lost+found",
    ]

    /// A home with the directories; each of these places in the state directory has an animal, from `first` on.
    private func zoo(
        _ places: [String] = [], from first: ZooAnimal = .noise
    ) throws -> TestInstallation {
        let home = try TestInstallation(configuration: Self.configuration)
        for folder in ["state", "state/configurations", "state/records"] {
            try home.directory.makeDirectory("run/\(folder)")
        }
        for (index, place) in places.enumerated() {
            try animal(index, behind: first).put("\(home.runtime)/state/\(place)")
        }
        return home
    }

    private func animal(_ index: Int, behind first: ZooAnimal) -> ZooAnimal {
        let all = ZooAnimal.allCases
        return all[((all.firstIndex(of: first) ?? 0) + index) % all.count]
    }

    private func live(_ home: TestInstallation) throws {
        let roost = try home.start()
        #expect(try home.ask(#"{"request": "status"}"#)["ok"] == true)
        #expect(try home.ask(#"{"request": "years"}"#)["ok"] == true)
        try home.waitForTicks(4, of: "door")
        for words in [
            ["history"], ["log"], ["status"], ["when", "door", "locked"], ["why", "door"],
        ] {
            let command = try RoostProcess(words + ["--runtime", home.runtime])
            let end = try command.wait(within: .seconds(60))
            #expect(end == .exited(0) || end == .exited(1), "\(words): \(command.errors)")
        }
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        let park = try home.run("park", home.configuration)
        #expect(park.end == .exited(0), "\(park.errors)")
    }

    @Test(
        "in the place of each file, and under names that nobody gave", arguments: ZooAnimal.allCases
    )
    func places(first: ZooAnimal) throws {
        let home = try zoo(Self.places + Self.strangers, from: first)
        let bytes = Array("\(home.runtime)/state/records/".utf8) + [0xFF, 0xC0, 0x2E, 0]
        let file = open(bytes.map(CChar.init(bitPattern:)), O_CREAT | O_WRONLY, 0o600)
        #expect(file >= 0)
        close(file)
        try live(home)
        // It counts on from where it was, and not from what nobody counts to.
        let history = try finished(RoostProcess("history", "--runtime", home.runtime))
        #expect(history.output.hasPrefix("8  "), "\(history.output)")
    }

    @Test("in the place of the directories", arguments: ZooAnimal.allCases)
    func directories(animal: ZooAnimal) throws {
        let home = try TestInstallation(configuration: Self.configuration)
        try home.directory.makeDirectory("run/state")
        for folder in ["configurations", "records"] {
            try animal.put("\(home.runtime)/state/\(folder)")
        }
        try live(home)
    }

    @Test("thousands of them") func many() throws {
        let home = try zoo()
        for number in 0..<5000 {
            try home.directory.write("run/state/configurations/\(number).json", "")
            try home.directory.write("run/state/records/odd\(number)", "")
            try home.directory.write("run/airborne-\(number)", "")
        }
        try live(home)
    }

    @Test("in the runtime directory") func runtime() throws {
        let home = try TestInstallation(configuration: Self.configuration)
        for animal in ZooAnimal.allCases {
            for name in [
                "airborne-127.0.0.169-55", "airborne-x-", "airborne-127.0.0.169-999999",
                ".airborne-",
            ] {
                let index = ZooAnimal.allCases.firstIndex(of: animal) ?? 0
                try animal.put("\(home.runtime)/\(name)\(index)")
            }
        }
        let roost = try home.start()
        try home.waitForTicks(4, of: "door")
        #expect(try home.status().leftBehind?.count ?? 0 > 0)
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
    }
}
