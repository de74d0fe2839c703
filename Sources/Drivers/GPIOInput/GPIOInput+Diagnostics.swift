import Core
import DriverKit
import LinuxIO

/// What `roost status` shows of contacts beyond their samples.
extension GPIOInput {
    static func diagnostics(of lines: any DigitalInputs, _ group: GPIOLineGroup) -> [Diagnostic] {
        let capabilities = lines.capabilities
        return [
            Diagnostic("lines", group.named(lines.places)),
            Diagnostic("interface", .string(capabilities.interface)),
            Diagnostic("debounce", .string(capabilities.debounces ? "by the kernel" : "here")),
            Diagnostic("queue", capabilities.queueLength.map { .number(Double($0)) } ?? "no edges"),
        ]
    }
}

extension GPIOInput.Outlet {
    /// Edges so far, those that came while the kernel's queue was full, and how late events were
    /// told: from the kernel's stamp (after debouncing) to the sample.
    func diagnostics(of lines: any DigitalInputs) -> [Diagnostic] {
        let hasEdges = !lines.edgeDescriptors.isEmpty
        return [
            Diagnostic(
                "edges", hasEdges ? .number(Double(edgeCount)) : "not told, so the lines are polled"
            ),
            Diagnostic(
                "edges_lost",
                lines.droppedEdges.map { .number(Double($0)) } ?? "not counted by this interface"),
            Diagnostic("queue_full", .number(Double(fullQueues))),
            Diagnostic("event_delay_p50_ms", .number(delays.percentile(0.5).milliseconds)),
            Diagnostic("event_delay_p99_ms", .number(delays.percentile(0.99).milliseconds)),
            Diagnostic("event_delay_max_ms", .number(delays.max.milliseconds)),
        ]
    }
}
