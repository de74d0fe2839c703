/// What a contact does and what of it counts, for each way to debounce it: the kernel's and ours.
///
/// The expected changes follow from `edge_irq_handler`'s debounced twin in drivers/gpio/gpiolib-cdev.c:
/// every edge starts the period again (`mod_delayed_work` in `debounce_irq_handler`); at its end the
/// level is read, and if it differs from the last that counted, that is an event, stamped then
/// (`debounce_work_func`).
package struct DebounceCase: Sendable, CustomStringConvertible {
    /// A level that begins at a time, in periods from the start.
    package struct Step: Equatable, Sendable {
        package let at: Double
        package let isActive: Bool
    }

    package let description: String
    /// The voltage; inactive before.
    package let pulls: [Step]
    /// The changes that count.
    package let changes: [Step]

    private init(_ description: String, _ pulls: [Double], _ changes: [Double]) {
        self.description = description
        self.pulls = Self.steps(pulls)
        self.changes = Self.steps(changes)
    }

    /// Levels take turns, the first one is active.
    private static func steps(_ times: [Double]) -> [Step] {
        times.enumerated().map { Step(at: $1, isActive: $0.isMultiple(of: 2)) }
    }

    package static let all = [
        DebounceCase("one change", [0], [1]),
        DebounceCase("a pulse that lasts", [0, 2], [1, 3]),
        DebounceCase("a pulse that does not last", [0, 0.5], []),
        DebounceCase("bounces, then closed", [0, 0.4, 0.8], [1.8]),
        DebounceCase("closed, bounces, still closed", [0, 2, 2.5], [1]),
        DebounceCase("bounces both ways", [0, 0.4, 0.8, 2.8, 3.2, 3.6], [1.8, 4.6]),
    ]
}
