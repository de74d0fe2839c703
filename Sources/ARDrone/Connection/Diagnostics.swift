import Core
import Devices

extension ARDrone {
    /// What `roost status` shows of a link beyond the samples.
    static func diagnostics(of link: Link, _ sending: SendErrorTracker, at now: Instant)
        -> [Diagnostic]
    {
        let refused = link.statistics.refused.map { ($0.rawValue, JSONValue.number(Double($1))) }
        var diagnostics = [
            Diagnostic("state", .string(link.state.rawValue)),
            Diagnostic("state_age_s", .number((now - link.stateSince).seconds)),
            Diagnostic("take_off_obstacles", .array(link.armingFailures.map(JSONValue.string))),
            Diagnostic("configuration", .string(link.plan.verdict.inWords)),
            Diagnostic("configuration_ids", .string(link.plan.ids?.inWords ?? "none")),
            Diagnostic("packets", .number(Double(link.statistics.packets))),
            Diagnostic("packets_missed", .number(Double(link.statistics.missed))),
            Diagnostic("refused", .object(Dictionary(uniqueKeysWithValues: refused))),
            Diagnostic("losses", .number(Double(link.statistics.losses))),
            Diagnostic("is_contested", .bool(link.hasConflict)),
            Diagnostic("send_failures", .number(Double(sending.failures))),
        ]
        diagnostics += gapFacts(sending.gaps)
        if let latest = link.latest { diagnostics += packetFacts(latest) }
        return diagnostics
    }

    private static func gapFacts(_ gaps: DurationHistogram) -> [Diagnostic] {
        [
            Diagnostic("command_gap_p50_ms", .number(gaps.percentile(0.5).milliseconds)),
            Diagnostic("command_gap_p99_ms", .number(gaps.percentile(0.99).milliseconds)),
            Diagnostic("command_gap_max_ms", .number(gaps.max.milliseconds)),
        ]
    }

    private static func packetFacts(_ packet: NavdataPacket) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        if let demo = packet.demo {
            diagnostics.append(Diagnostic("battery_percent", .number(Double(demo.batteryPercent))))
        }
        if let quality = packet.linkQuality {
            diagnostics.append(Diagnostic("link_quality_raw", .number(Double(quality))))
        }
        if let time = packet.time {
            diagnostics.append(Diagnostic("drone_clock_s", .number(time.sinceWrap.seconds)))
        }
        return diagnostics
    }
}
