import Core
import JSON
import LinuxIO

extension TestInstallation {
    /// Where the simulated `/sys` of config/demo.json is.
    package var sysfs: String { "\(runtime)/world/sys" }

    /// How the running `roost` is.
    package func status() throws -> StatusReport {
        try statusJSON().decode(as: StatusReport.self)
    }

    /// The same as `roost status --json` prints it.
    package func statusJSON() throws -> JSONValue {
        try ask(#"{"request": "status"}"#)["status"] ?? .null
    }

    /// Waits until the status is as wanted.
    ///
    /// - Throws: that it did not come about, with the last status.
    @discardableResult
    package func waitForStatus(
        _ what: String, within limit: Duration = .seconds(30),
        _ isWanted: (StatusReport) -> Bool
    ) throws -> StatusReport {
        var last: StatusReport?
        let isMet = try eventually(
            within: limit, every: .milliseconds(20), lessAndLess: true
        ) {
            let status = try status()
            last = status
            return isWanted(status)
        }
        guard isMet, let last else {
            throw TestSupportError(
                "it never was so that roost \(what): \(last?.summary ?? "it does not answer")")
        }
        return last
    }

    /// Waits until a policy has made `count` more ticks.
    package func waitForTicks(_ count: UInt64, of policy: String) throws {
        let before = try status().ticks(of: policy)
        try waitForStatus("makes \(count) ticks of \(policy)") {
            $0.ticks(of: policy) >= before + count
        }
    }

    /// What the store has of a policy; empty before it has anything.
    package func memory(of policy: String) -> String {
        let bytes = try? readFile("\(runtime)/state/\(policy).memory", atMost: 1 << 16)
        return String(decoding: bytes ?? [], as: UTF8.self)
    }

    /// Runs a command against this home's `roost`, to its end.
    package func run(_ words: String...) throws -> (
        end: RoostProcess.End, output: String, errors: String
    ) {
        try finished(RoostProcess(words + ["--runtime", runtime]))
    }
}

extension StatusReport {
    package func driver(_ name: String) -> DriverReport? {
        drivers.first { $0.name == name }
    }

    package func policy(_ name: String) -> PolicyReport? {
        policies.first { $0.name == name }
    }

    /// What the drone's link is doing; empty while it does not say.
    package var linkState: String { linkState(of: "drone") }

    /// What the link of one of several drones is doing.
    package func linkState(of drone: String) -> String {
        let diagnostic = driver(drone)?.diagnostics.first { $0.name == "state" }
        guard case .string(let state)? = diagnostic?.value else { return "" }
        return state
    }

    /// Short enough for the message of a failed test.
    package var summary: String {
        let drivers = drivers.map { "\($0.name) \($0.state) \($0.lastError?.text ?? "")" }
        let policies = policies.map { "\($0.name): \($0.reason?.text ?? "")" }
        return (drivers + ["link \(linkState)"] + policies).joined(separator: "; ")
    }

    package func reason(of policy: String) -> String { self.policy(policy)?.reason?.text ?? "" }
    package func ticks(of policy: String) -> UInt64 { self.policy(policy)?.ticks ?? 0 }
}
