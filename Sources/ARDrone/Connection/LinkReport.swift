import Core
import JSON
import Values

extension ARDrone {
    /// What `roost status` says of a link beyond the samples: written by the driver, and read by the
    /// commands about a drone.
    package struct LinkReport: Codable, Equatable, Sendable {
        package let state: LinkState
        package let stateAgeSeconds: Double
        package let armingFailures: [String]
        package let configuration: String
        package let configurationIDs: String
        package let packets: Int
        package let packetsMissed: Int
        /// By the reason.
        package let refused: [String: Int]
        package let losses: Int
        package let hasConflict: Bool
        package let sendFailures: Int
        package let commandGapP50Milliseconds: Double
        package let commandGapP99Milliseconds: Double
        package let commandGapMaxMilliseconds: Double
        /// The rest while the drone tells it.
        package let batteryPercent: Int?
        /// Of unknown scale.
        package let linkQuality: Int?
        package let droneClockSeconds: Double?

        /// In the order in which they are shown.
        package enum CodingKeys: String, CodingKey, CaseIterable {
            case state
            case stateAgeSeconds = "state_age_s"
            case armingFailures = "arming_failures"
            case configuration
            case configurationIDs = "configuration_ids"
            case packets
            case packetsMissed = "packets_missed"
            case refused, losses
            case hasConflict = "has_conflict"
            case sendFailures = "send_failures"
            case commandGapP50Milliseconds = "command_gap_p50_ms"
            case commandGapP99Milliseconds = "command_gap_p99_ms"
            case commandGapMaxMilliseconds = "command_gap_max_ms"
            case batteryPercent = "battery_percent"
            case linkQuality = "link_quality_raw"
            case droneClockSeconds = "drone_clock_s"
        }
    }
}

extension ARDrone.LinkReport {
    init(_ link: ARDrone.Link, _ sending: ARDrone.SendErrorTracker, at now: Instant) {
        state = link.state
        stateAgeSeconds = (now - link.stateSince).seconds
        armingFailures = link.armingFailures
        configuration = link.configuration.initSequence.verdict.description
        configurationIDs = link.configuration.initSequence.ids?.description ?? "none"
        packets = link.statistics.packets
        packetsMissed = link.statistics.missed
        refused = Dictionary(
            uniqueKeysWithValues: link.statistics.refused.map { ($0.rawValue, $1) })
        losses = link.statistics.losses
        hasConflict = link.commands.hasConflict
        sendFailures = sending.failures
        commandGapP50Milliseconds = sending.gaps.percentile(0.5).milliseconds
        commandGapP99Milliseconds = sending.gaps.percentile(0.99).milliseconds
        commandGapMaxMilliseconds = sending.gaps.max.milliseconds
        batteryPercent = link.latest?.demo.map { Int($0.batteryPercent) }
        linkQuality = link.latest?.linkQuality.map { Int($0) }
        droneClockSeconds = link.latest?.time?.sinceWrap.seconds
    }

    package var diagnostics: [Diagnostic] {
        guard case .object(let members)? = JSONValue(encoding: self) else { return [] }
        return CodingKeys.allCases.compactMap { key in
            members[key.rawValue].map { Diagnostic(key.rawValue, $0) }
        }
    }

    /// From a status; `nil` when that is not of a drone, or of one that is not running.
    package init?(_ report: DriverReport) {
        let members = report.diagnostics.map { ($0.name, $0.value) }
        let json = JSONValue.object(Dictionary(members) { first, _ in first })
        guard let read = try? json.decode(as: Self.self) else { return nil }
        self = read
    }
}
