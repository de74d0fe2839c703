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
}

extension GPIOInput.Outlet {
    /// Edges so far, those that came while the kernel's queue was full, and how late events were
    /// told: from the kernel's stamp (after debouncing) to the sample.
    func facts(of lines: any DigitalInputs) -> [Fact] {
        let hasEdges = !lines.edgeDescriptors.isEmpty
        return [
            Fact(
                "edges", hasEdges ? .number(Double(edgeCount)) : "not told, so the lines are polled"
            ),
            Fact(
                "edges_lost",
                lines.lostEdges.map { .number(Double($0)) } ?? "not counted by this interface"),
            Fact("queue_full", .number(Double(fullQueues))),
            Fact("event_delay_p50_ms", .number(delays.percentile(0.5).milliseconds)),
            Fact("event_delay_p99_ms", .number(delays.percentile(0.99).milliseconds)),
            Fact("event_delay_max_ms", .number(delays.max.milliseconds)),
        ]
    }
}
