import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing

@testable import roost

/// The pictures of docs/wiring.md are what `roost wiring --svg` draws of the settings before them.
@Suite("The pictures of the page about wiring")
struct WiringPageTests {
    /// A picture's file, and the settings of drivers that stand before it.
    private static func pictures() throws -> [(file: String, drivers: String)] {
        let page = String(decoding: try projectFile("docs/wiring.md"), as: UTF8.self)
        var pictures: [(String, String)] = []
        var drivers: [Substring]?
        var isInside = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside = line == "```json"
                if isInside { drivers = [] }
            } else if isInside {
                drivers?.append(line)
            } else if line.hasPrefix("!["), let begin = line.firstRange(of: "(")?.upperBound {
                pictures.append(
                    (String(line[begin...].dropLast()), drivers?.joined(separator: "\n") ?? ""))
            }
        }
        return pictures
    }

    /// With `ROOST_WRITE_GOLDEN=1` they are made again.
    @Test("each is of the settings that stand before it") func pictures() throws {
        let pictures = try Self.pictures()
        #expect(pictures.count >= 13)
        for (file, drivers) in pictures {
            let name = file.split(separator: "/").last?.split(separator: ".").first ?? ""
            let json = try JSONValue(
                parsing: Array("{\"name\": \"\(name)\", \"drivers\": {\(drivers)}}".utf8))
            let wiring = Wiring(
                try ConfigurationFile.read(json),
                HeaderMap(boot: BootConfiguration(path: "config.txt", text: ""), isPi5: false))
            #expect(wiring.conflicts.isEmpty, "\(file)")
            let text = WiringPicture(wiring: wiring).text
            if getenv("ROOST_WRITE_GOLDEN") != nil {
                try FileDescriptor(
                    open: "\(projectDirectory)/docs/\(file)", O_WRONLY | O_CREAT | O_TRUNC,
                    mode: 0o644
                ).write(Array(text.utf8))
            }
            let drawn = try? String(decoding: projectFile("docs/\(file)"), as: UTF8.self)
            #expect(drawn == text, "docs/\(file): make it with ROOST_WRITE_GOLDEN=1")
        }
    }
}
