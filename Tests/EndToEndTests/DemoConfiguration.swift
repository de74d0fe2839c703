import Core
import LinuxIO

/// config/demo.json as text, changed so that several worlds fit on one machine.
enum DemoConfiguration {
    /// The shipped demo for a drone and a gpsd at `address`; `altitude` is for every target, low so
    /// that a landing is short.
    static func text(at address: String, altitude: String? = nil) throws -> String {
        let project = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let shipped = try readFile("/\(project)/config/demo.json", atMost: 1 << 20)
        var text = String(decoding: shipped, as: UTF8.self)
            .replacing("127.0.0.42", with: address)
        if let altitude {
            for height in ["2m", "3m"] {
                text.replace("\"altitude\": \"\(height)\"", with: "\"altitude\": \"\(altitude)\"")
            }
        }
        return text
    }
}
