import Core
import JSON

/// A status as the service gives it, with one of each thing that can be wrong.
enum StatusSample {
    static func report() throws -> StatusReport {
        try JSONValue(parsing: Array(text.utf8)).decode(as: StatusReport.self).judged
    }

    /// The same with those alone that are as they should be.
    static func healthy() throws -> StatusReport {
        guard case .object(var members) = try JSONValue(parsing: Array(text.utf8)),
            case .array(let drivers)? = members["drivers"],
            case .array(let policies)? = members["policies"]
        else { return try report() }
        members["drivers"] = .array(Array(drivers.prefix(2)))
        members["policies"] = .array(Array(policies.prefix(1)))
        return try JSONValue.object(members).decode(as: StatusReport.self).judged
    }

    /// The door alone, with members that are added to what the service says of it.
    static func door(_ more: [String: JSONValue]) throws -> StatusReport {
        guard case .object(var members) = try JSONValue(parsing: Array(text.utf8)),
            case .array(let policies)? = members["policies"],
            case .object(let door)? = policies.first(where: { $0["name"] == "door" })
        else { return try report() }
        members["policies"] = [.object(door.merging(more) { $1 })]
        return try JSONValue.object(members).decode(as: StatusReport.self).judged
    }

    private static let durations =
        #"{"p50_milliseconds": 0.05, "p99_milliseconds": 0.4, "max_milliseconds": 2.5}"#

    private static let text = """
        {"schema": 1, "name": "both", "version": "9.9", "phase": "running", "uptime_seconds": 185,
         "drivers": [\(drone), \(rose), \(outside), \(latch), \(bolt)],
         "policies": [\(pilot), \(door), \(lamp)]}
        """

    private static let drone = """
        {"name": "drone", "driver": "ardrone", "state": "running", "running_seconds": 170.4,
         "restarts": 1, "last_error": {"kind": "timeout", "text": "no news", "age_seconds": 171},
         "sources": {
          "flight": {"kind": "flight-state", "quality": "good", "age_seconds": 0.03,
           "value": {"altitude_metres": 2.21, "phase": "flying"}, "text": "flying, 2.2 m, 97 %"},
          "heading": {"kind": "heading", "quality": "good", "age_seconds": 0.03,
           "value": {"angle": {"degrees": 271}}, "text": "271°"},
          "position": {"kind": "fix", "quality": "absent", "quality_reason": "no receiver",
           "age_seconds": 170, "value": null}},
         "diagnostics": [{"name": "state", "value": "flying"},
          {"name": "command_gap_p50_ms", "value": 30.123}, {"name": "refused", "value": {}},
          {"name": "battery_percent", "value": 97}]}
        """
    private static let rose = """
        {"name": "rose", "driver": "gpio-input", "state": "running", "running_seconds": 12,
         "restarts": 0, "diagnostics": [], "sources": {
          "up": {"kind": "contact", "quality": "good", "age_seconds": 9,
           "value": {"is_active": true}, "text": "closed"},
          "down": {"kind": "contact", "quality": "good", "age_seconds": 9,
           "value": {"is_active": false}, "text": "open"}}}
        """
    private static let outside = """
        {"name": "outside", "driver": "ds18b20", "state": "running", "running_seconds": 12,
         "restarts": 0, "diagnostics": [], "sources": {
          "temperature": {"kind": "temperature", "quality": "stale",
           "quality_reason": "nothing new within 3 s", "age_seconds": 12.4,
           "value": {"celsius": 21.5}, "text": "21.5 °C"}}}
        """
    private static let latch = """
        {"name": "latch", "driver": "gpio-input", "state": "backoff", "retry_in_seconds": 4.2,
         "restarts": 7, "last_error": {"kind": "absent", "age_seconds": 3,
          "text": "no GPIO chip has a line GPIO17; the chips that are there have 0 lines in all"},
         "sources": {}, "diagnostics": []}
        """
    private static let bolt = """
        {"name": "bolt", "driver": "servo", "state": "failed", "restarts": 6,
         "last_error": {"kind": "refused", "text": "permission denied", "age_seconds": 60},
         "sources": {}, "diagnostics": []}
        """
    private static let pilot = """
        {"name": "pilot", "policy": "drone-navigation", "period_milliseconds": 50, "ticks": 3700,
         "skipped_ticks": 2, "since_last_tick_seconds": 0.02, "lateness": \(durations),
         "step_time": \(durations), "outputs": {"pilot": "drone.pilot"},
         "inputs": {"flight": "drone.flight", "heading": "drone.heading"},
         "reason": {"code": "flying", "text": "flying to target 1 of 3", "is_failsafe": false}}
        """
    private static let door = """
        {"name": "door", "policy": "pet-door", "period_milliseconds": 250, "ticks": 700,
         "skipped_ticks": 0, "since_last_tick_seconds": 0.2, "lateness": \(durations),
         "step_time": \(durations), "outputs": {},
         "inputs": {"temperature": "outside.temperature", "latch": "latch.contact"},
         "details": {"failsafes": [{"code": "latch-lost", "text": "the latch is absent",
             "since_seconds": 2.5, "action": "hovers", "next": "lands", "next_in_seconds": 4,
             "ending": "when it is over"}]},
         "reason": {"code": "latch-lost", "text": "the latch is absent", "is_failsafe": true}}
        """
    private static let lamp = """
        {"name": "lamp", "policy": "stair-light", "period_milliseconds": 50, "ticks": 7,
         "skipped_ticks": 0, "since_last_tick_seconds": 1.5, "lateness": \(durations),
         "step_time": \(durations), "inputs": {}, "outputs": {},
         "reason": {"code": "dark", "text": "it is dark", "is_failsafe": false}}
        """
}
