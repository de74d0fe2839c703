import Core
import Glibc
import Settings
import TestSupport
import Testing

@testable import roost

@Suite struct ConfigurationFixTests {
    private func corrected(_ text: String) -> (text: String, changes: Int) {
        let result = ConfigurationText(name: "x", Array(text.utf8))
            .correcting(BrokenConfigurationTests.errors)
        return (String(decoding: result.text.bytes, as: UTF8.self), result.changes.count)
    }

    @Test(
        "a slip that hides others is corrected first, then those behind it; comments and spaces stay"
    )
    func layers() {
        let text = """
            { // the shed
              "drivers": {
                "t": { "drvier": "ds18b2", "resolutoin": "9" } // 9 bits
              }
            }
            """
        let result = corrected(text)
        #expect(result.changes == 4)
        #expect(
            result.text
                == text.split(separator: "\n").map(String.init).map {
                    $0.contains("drvier")
                        ? "    \"t\": { \"driver\": \"ds18b20\", \"resolution\": 9 } // 9 bits" : $0
                }.joined(separator: "\n"))
    }

    @Test("commas before a closing bracket go, and what they hid is corrected too")
    func commas() {
        let text = """
            {
              "drivers": {
                "t": { "driver": "ds18b20", "every": "2 minutes", } // a comma
              , },
            }
            """
        let result = corrected(text)
        #expect(result.changes == 4)
        #expect(
            result.text == """
                {
                  "drivers": {
                    "t": { "driver": "ds18b20", "every": "2min" } // a comma
                   }
                }
                """)
    }

    /// The policy of a drone with these further lines.
    private func pilot(_ lines: String) -> String {
        """
        {
          "drivers": { "drone": { "driver": "ardrone" } },
          "policies": {
            "pilot": {
              "policy": "drone-navigation",
              "inputs": { "flight": "drone", "heading": "drone", "position": "drone" },
              "outputs": { "pilot": "drone" }\(lines)
            }
          }
        }
        """
    }

    @Test(
        "a setting that a version no longer has goes with its comma, and with its line where it stands alone",
        arguments: [
            (",\n      \"law\": \"track\"", ""),
            (
                ",\n      \"law\": \"track\",\n      \"full_tilt\": \"20deg\"",
                ",\n      \"full_tilt\": \"20deg\""
            ),
            (
                ",\n      \"law\": \"track\", // along it\n      \"full_tilt\": \"20deg\"",
                ",\n      // along it\n      \"full_tilt\": \"20deg\""
            ),
            (
                ", \"turn_gain\": 0.01, \"law\": \"turn-then-go\", \"full_tilt\": \"20deg\"",
                ", \"full_tilt\": \"20deg\""
            ),
            (",\n      \"law\":\n        \"track\"", ""),
        ])
    func retired(lines: String, left: String) {
        let result = corrected(pilot(lines))
        #expect(result.text == pilot(left))
        #expect(BrokenConfigurationTests.errors(Array(result.text.utf8)) == nil)
    }

    @Test("a setting that is gone is named where a comment stands between it and its comma")
    func retiredBesideComment() {
        let text = pilot(", // how\n      \"law\": \"track\"")
        #expect(corrected(text).text == text)
        let errors = BrokenConfigurationTests.errors(Array(text.utf8))
        #expect(errors?.all.map(\.path) == ["policies.pilot.law"])
    }

    @Test("the slip is shown with the line as it should be")
    func shown() {
        let text = ConfigurationText(name: "x", Array("{\n  \"stop_limit\": 10 s,\n}".utf8))
        let unit = text.report(BrokenConfigurationTests.errors(text.bytes) ?? .init([]))
        #expect(
            unit.first?.hasPrefix(
                "x:2:20: not JSON: a number with its unit is a text in quotes, such as \"10s\"")
                == true)
        let comma = ConfigurationText(name: "x", Array("{ \"stop_limit\": \"1s\", }".utf8))
        let report = comma.report(BrokenConfigurationTests.errors(comma.bytes) ?? .init([]))
        #expect(
            report.count == 1 && report.first?.hasSuffix("+ | { \"stop_limit\": \"1s\" }") == true)
    }

    @Test(
        "nothing is guessed that could be meant in two ways",
        arguments: [
            "{ \"drivers\": { \"t\": { \"driver\": \"ds18b20\", \"every\": 10 } } }",
            "{ \"drivers\": { \"t\": { \"driver\": \"ds18b20\", \"every\": \"9s\", \"evry\": \"8s\" } } }",
            "{ \"stop_limit\": \"2h\" }",
        ])
    func ambiguous(text: String) {
        #expect(corrected(text).text == text)
    }

    @Test(
        "a bolt goes by itself to where it is unlocked, where that can be meant only so",
        arguments: ["door-safe-angle-half-way", "door-unlocked-angle-tuned"])
    func safeAngle(name: String) throws {
        let broken = "Tests/roostTests/Configuration/Broken/\(name).json"
        let text = String(decoding: try projectFile(broken), as: UTF8.self)
        let result = corrected(text)
        #expect(result.changes == 1)
        #expect(BrokenConfigurationTests.errors(Array(result.text.utf8)) == nil)
        let unlocked = ["door-unlocked-angle-tuned": 30][name] ?? 65
        #expect(result.text.contains("\"safe_angle\": \"\(unlocked)deg\""))
    }

    @Test(
        "a bolt that goes by itself to where it is locked is left to a person: either angle may be wrong",
        arguments: ["door-safe-angle-is-out", "door-angles-swapped"])
    func swapped(name: String) throws {
        let broken = "Tests/roostTests/Configuration/Broken/\(name).json"
        let text = String(decoding: try projectFile(broken), as: UTF8.self)
        #expect(corrected(text).text == text)
    }

    @Test("a link stays a link, the file keeps its rights, and as it was it stays beside it")
    func link() throws {
        let home = try TemporaryDirectory()
        try home.write("roost.json", "{ \"nmae\": \"shed\" }")
        chmod("\(home.path)/roost.json", 0o640)
        try #require(symlink("roost.json", "\(home.path)/link.json") == 0)
        try ConfigurationFile.fix("\(home.path)/link.json")
        #expect(home.read("roost.json") == "{ \"name\": \"shed\" }")
        #expect(home.read("roost.json.before") == "{ \"nmae\": \"shed\" }")
        var information = stat()
        #expect(lstat("\(home.path)/roost.json", &information) == 0)
        #expect(information.st_mode & 0o777 == 0o640)
        #expect(lstat("\(home.path)/link.json", &information) == 0)
        #expect(information.st_mode & S_IFMT == S_IFLNK)
    }

    @Test("a file with nothing to mend is not written")
    func untouched() throws {
        let home = try TemporaryDirectory()
        try home.write("roost.json", "{ \"stop_limit\": \"2h\" }")
        try ConfigurationFile.fix("\(home.path)/roost.json")
        #expect(home.read("roost.json.before") == nil)
    }
}
