import Core
import JSON
import LinuxIO

/// config/demo.json as text, changed so that several worlds fit on one machine.
enum DemoConfiguration {
    /// The shipped demo for a drone and a gpsd at `address`; `altitude` is for every target, low so
    /// that a landing is short; `pilot` has other settings of its policy, `nil` for none, and `shadows`
    /// are other pilots that look on at it, with the settings in which they differ.
    static func text(
        at address: String, altitude: String? = nil, pilot: [String: JSONValue?] = [:],
        drivers: [String: JSONValue] = [:], shadows: [String: [String: JSONValue]] = [:]
    ) throws -> String {
        let project = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let shipped = try readFile("/\(project)/config/demo.json", atMost: 1 << 20)
        var text = String(decoding: shipped, as: UTF8.self)
            .replacing("127.0.0.42", with: address)
        if let altitude {
            for height in ["2m", "3m"] {
                text.replace("\"altitude\": \"\(height)\"", with: "\"altitude\": \"\(altitude)\"")
            }
        }
        return pilot.isEmpty ? text : try changed(text, pilot, drivers, shadows)
    }

    private static func changed(
        _ text: String, _ settings: [String: JSONValue?], _ more: [String: JSONValue],
        _ shadows: [String: [String: JSONValue]]
    ) throws -> String {
        guard case .object(var all) = try JSONValue(parsing: text.utf8),
            case .object(let drivers)? = all["drivers"],
            case .object(var policies)? = all["policies"],
            case .object(var pilot)? = policies["pilot"]
        else { return text }
        for (key, value) in settings { pilot[key] = value }
        policies["pilot"] = .object(pilot)
        for key in ["every", "inputs", "outputs"] { pilot[key] = nil }
        for (name, settings) in shadows {
            let shadow = pilot.merging(settings) { $1 }.merging(["shadow": "pilot"]) { $1 }
            policies[name] = .object(shadow)
        }
        all["drivers"] = .object(drivers.merging(more) { $1 })
        all["policies"] = .object(policies)
        return JSONValue.object(all).line
    }
}
