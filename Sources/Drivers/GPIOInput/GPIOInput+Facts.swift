import Core
import LinuxIO

/// What `roost status` shows of contacts beyond their samples.
extension GPIOInput {
    static func facts(of lines: any DigitalInputs, ports: [String]) -> [Fact] {
        let places = zip(ports, lines.places).map { ($0, JSONValue.string($1)) }
        let abilities = lines.abilities
        return [
            Fact("lines", .object(Dictionary(places) { first, _ in first })),
            Fact("interface", .string(abilities.interface)),
            Fact("debounce", .string(abilities.debounces ? "by the kernel" : "here")),
            Fact("queue", abilities.queueLength.map { .number(Double($0)) } ?? "no edges"),
        ]
    }

    /// Edges so far, and those that came while the kernel's queue was full.
    static func facts(ofEdges count: UInt64, lost: UInt64?, fullQueues: UInt64) -> [Fact] {
        [
            Fact("edges", .number(Double(count))),
            Fact(
                "edges_lost",
                lost.map { .number(Double($0)) } ?? "not counted by this interface"),
            Fact("queue_full", .number(Double(fullQueues))),
        ]
    }

    /// From the kernel's stamp of an event (after debouncing) to the sample that tells of it.
    static func facts(of delays: DurationHistogram) -> [Fact] {
        [
            Fact("event_delay_p50_ms", .number(delays.percentile(0.5).milliseconds)),
            Fact("event_delay_p99_ms", .number(delays.percentile(0.99).milliseconds)),
            Fact("event_delay_max_ms", .number(delays.max.milliseconds)),
        ]
    }
}
