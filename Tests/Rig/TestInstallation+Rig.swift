import Core
import JSON
import TestSupport
import Values

extension TestInstallation {
    /// A home for drivers alone, each with its settings as JSON.
    convenience init(drivers: String, policies: String = "") throws {
        try self.init(configuration: #"{ "drivers": {\#(drivers)}, "policies": {\#(policies)} }"#)
    }

    /// A home for a servo with these settings, which does what the door's person says: `lock` is
    /// 2 ms, `unlock` is 1 ms. The door's other devices are not there.
    convenience init(bolt settings: String) throws {
        try self.init(
            drivers: """
                "bolt": { "driver": "servo", \(settings) },
                "outside": { "driver": "ds18b20" }, "twilight": { "driver": "photoresistor" }
                """,
            policies: """
                "door": {
                  "policy": "pet-door", "accept_blind_lock": true, "accept_no_flap_switch": true,
                  "temperature_min": "2 °C", "temperature_max": "33 °C", "light_band": "2.9%",
                  "inputs": { "light": "twilight", "temperature": "outside" },
                  "outputs": { "bolt": "bolt" }, "locked_angle": "180deg", "unlocked_angle": "0deg"
                }
                """)
    }

    /// Waits until a source is as wanted.
    @discardableResult
    func wait(
        for driver: String, _ what: String, within limit: Duration = .seconds(30),
        _ isWanted: (SourceReport) -> Bool
    ) throws -> SourceReport {
        let status = try waitForStatus("has a \(driver) that \(what)", within: limit) {
            $0.source(of: driver).map(isWanted) ?? false
        }
        guard let source = status.source(of: driver) else {
            throw TestSupportError("\(driver) has no source")
        }
        return source
    }

    /// Waits until a source is absent, for a reason with these words in it.
    func waitForAbsence(
        of driver: String, because words: String, within limit: Duration = .seconds(30)
    ) throws {
        try wait(for: driver, "is absent: \(words)", within: limit) {
            $0.quality == .absent && $0.qualityReason?.contains(words) == true
        }
    }
}

extension StatusReport {
    /// What a driver gives that gives one thing.
    func source(of driver: String) -> SourceReport? {
        self.driver(driver)?.sources.values.first
    }
}

extension SourceReport {
    var isGood: Bool { quality == .good }

    /// Whether a contact is good, and closed or open.
    static func isActive(_ wanted: Bool) -> (SourceReport) -> Bool {
        { $0.isGood && $0.flag("is_active") == wanted }
    }

    /// Whether a temperature is good, and this one.
    static func isAt(celsius: Double) -> (SourceReport) -> Bool {
        { $0.isGood && $0.number("celsius") == celsius }
    }

    /// Whether a light is good, and this share of all there can be.
    static func isAt(
        ratio: Double, within tolerance: Double = 1e-4
    ) -> (SourceReport) -> Bool {
        { $0.isGood && abs(($0.number("ratio") ?? 2) - ratio) < tolerance }
    }

    /// A number in its value; `nil` when there is none.
    func number(_ key: String) -> Double? {
        guard case .number(let number)? = value[key] else { return nil }
        return number
    }

    /// A word in its value; `nil` when there is none.
    func flag(_ key: String) -> Bool? {
        guard case .bool(let flag)? = value[key] else { return nil }
        return flag
    }
}

extension DriverReport {
    /// A number that the driver tells of itself; `nil` when it tells none.
    func number(_ fact: String) -> Double? {
        guard case .number(let number)? = diagnostics.first(where: { $0.name == fact })?.value
        else {
            return nil
        }
        return number
    }
}
