import Core
import JSON
import Values

/// The lines that gpsd writes, with the attributes of `gpsd_json(5)`.
struct GPSDReports: Sendable {
    let device: String
    /// The receiver's time at the clock's zero, in seconds since 1970.
    let epoch: Double

    /// gpsd 3.22, the one in Debian bookworm, speaks protocol 3.14.
    static let version = line([
        "class": "VERSION", "release": "3.22", "rev": "simulated", "proto_major": 3,
        "proto_minor": 14,
    ])

    func devices() -> [UInt8] {
        Self.line(["class": "DEVICES", "devices": [deviceObject]])
    }

    func watch(isEnabled: Bool) -> [UInt8] {
        Self.line([
            "class": "WATCH", "enable": .bool(isEnabled), "json": .bool(isEnabled), "nmea": false,
            "raw": 0, "scaled": false, "timing": false, "split24": false, "pps": false,
        ])
    }

    static func error(_ message: String) -> [UInt8] {
        line(["class": "ERROR", "message": .string(message)])
    }

    /// All reports of one epoch. The position comes twice, as gpsd tells it: once when the first
    /// sentence of the epoch is in, with a rougher speed, and once when all are.
    func epoch(_ simulated: SimulatedFix?, at now: Instant) -> [UInt8] {
        guard let simulated else { return tpv(nil, speedFactor: 1, at: now) }
        return tpv(simulated, speedFactor: 1.1, at: now)
            + sky(simulated.fix, at: now)
            + (simulated.heading.map { attitude($0, at: now) } ?? [])
            + tpv(simulated, speedFactor: 1, at: now)
    }

    private func tpv(_ simulated: SimulatedFix?, speedFactor: Double, at now: Instant) -> [UInt8] {
        var members: [String: JSONValue] = ["class": "TPV", "device": .string(device)]
        // Without a fix gpsd gives neither time nor position.
        guard let simulated else {
            members["mode"] = 1
            return Self.line(.object(members))
        }
        let fix = simulated.fix
        members["status"] = simulated.status.map { .number(Double($0.rawValue)) }
        members["mode"] = fix.altitudeMetres == nil ? 2 : 3
        members["time"] = time(at: now)
        members["lat"] = .number(fix.position.latitude)
        members["lon"] = .number(fix.position.longitude)
        members["altMSL"] = fix.altitudeMetres.map(JSONValue.number)
        members["eph"] = fix.horizontalErrorMetres.map(JSONValue.number)
        members["speed"] = fix.speedMetresPerSecond.map { .number($0 * speedFactor) }
        members["track"] = fix.course.map { .number($0.compass.degrees) }
        return Self.line(.object(members))
    }

    private func sky(_ fix: Fix, at now: Instant) -> [UInt8] {
        var members: [String: JSONValue] = [
            "class": "SKY", "device": .string(device), "time": time(at: now),
        ]
        members["hdop"] = fix.hdop.map(JSONValue.number)
        members["uSat"] = fix.satellitesUsed.map { .number(Double($0)) }
        members["nSat"] = members["uSat"]
        return Self.line(.object(members))
    }

    private func attitude(_ heading: Angle, at now: Instant) -> [UInt8] {
        Self.line([
            "class": "ATT", "device": .string(device), "time": time(at: now),
            "heading": .number(heading.compass.degrees),
        ])
    }

    private var deviceObject: JSONValue {
        [
            "class": "DEVICE", "path": .string(device), "driver": "simulated",
            "activated": time(at: .zero),
        ]
    }

    private func time(at now: Instant) -> JSONValue {
        let seconds = epoch + Double(now.nanoseconds) / 1e9
        return utcText(secondsSince1970: seconds).map(JSONValue.string) ?? .null
    }

    private static func line(_ object: JSONValue) -> [UInt8] {
        Array((object.line + "\r\n").utf8)
    }
}
