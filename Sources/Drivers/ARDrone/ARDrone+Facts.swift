import Core
import Devices

extension ARDrone {
    /// What `roost status` shows of a link beyond the samples.
    static func facts(of link: Link, _ sending: SendHealth, at now: Instant) -> [Fact] {
        let refused = link.statistics.refused.map { ($0.rawValue, JSONValue.number(Double($1))) }
        var facts = [
            Fact("state", .string(link.state.rawValue)),
            Fact("state_age_s", .number((now - link.stateSince).seconds)),
            Fact("take_off_obstacles", .array(link.takeOffObstacles.map(JSONValue.string))),
            Fact("configuration", .string(link.plan.verdict.inWords)),
            Fact("configuration_ids", .string(link.plan.ids?.inWords ?? "none")),
            Fact("packets", .number(Double(link.statistics.packets))),
            Fact("packets_missed", .number(Double(link.statistics.missed))),
            Fact("refused", .object(Dictionary(uniqueKeysWithValues: refused))),
            Fact("losses", .number(Double(link.statistics.losses))),
            Fact("is_contested", .bool(link.isContested)),
            Fact("send_failures", .number(Double(sending.failures))),
        ]
        facts += gapFacts(sending.gaps)
        if let latest = link.latest { facts += packetFacts(latest) }
        return facts
    }

    private static func gapFacts(_ gaps: DurationHistogram) -> [Fact] {
        [
            Fact("command_gap_p50_ms", .number(gaps.percentile(0.5).milliseconds)),
            Fact("command_gap_p99_ms", .number(gaps.percentile(0.99).milliseconds)),
            Fact("command_gap_max_ms", .number(gaps.max.milliseconds)),
        ]
    }

    private static func packetFacts(_ packet: NavdataPacket) -> [Fact] {
        var facts: [Fact] = []
        if let demo = packet.demo {
            facts.append(Fact("battery_percent", .number(Double(demo.batteryPercent))))
        }
        if let quality = packet.linkQuality {
            facts.append(Fact("link_quality_raw", .number(Double(quality))))
        }
        if let time = packet.time {
            facts.append(Fact("drone_clock_s", .number(time.sinceWrap.seconds)))
        }
        return facts
    }
}
