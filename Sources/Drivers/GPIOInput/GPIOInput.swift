import Core
import DriverKit
import LinuxIO
import Values

/// Lines that something outside opens and closes: contacts (a reed switch, a light barrier), buttons
/// with their presses, counters of pulses (a flow meter, a rain gauge).
///
/// They are watched by their edges where the kernel tells them, and by reading them. Lines with edges
/// are read every second as well. That keeps their samples fresh, puts right what a full queue of the
/// kernel lost, and notices a chip that is gone, for which the kernel does not wake those who wait
/// (before Linux 6.7).
package enum GPIOInput: DriverPlugin {
    package static let name = "gpio-input"
    package static let summary =
        "A contact, a button or a counter on a GPIO line, or several on one chip, debounced."

    private static let pollIntervalWithEdges = Duration.seconds(1)

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        try mapped(to: DeviceError.init) { () throws(IOError) in
            let lines = try context.system.gpio(for: context.name)
                .openInputs(settings.lines.specs, settings.config)
            return try watch(lines, settings, context)
        }
    }

    /// Starts a driver on lines that somebody else has opened: a test, or a measurement.
    ///
    /// Reads the lines and publishes what they are: the first levels count at once.
    package static func watch(
        _ lines: any DigitalInputs, _ settings: Settings, _ context: DriverContext
    ) throws(IOError) -> any Driver {
        let ports = settings.lines.ports
        let now = context.scheduler.now
        let levels = try lines.levels()
        var publisher = Publisher(
            zip(ports, levels).map { settings.publisher(of: $0, context, isActive: $1, at: now) })
        let debounce = lines.capabilities.debounces ? .zero : settings.debounce
        var contacts = DebouncedLines(levels: levels, debounce: debounce, at: now)
        publisher.publish(contacts.observe(levels, at: now))
        publisher.settle(at: now)
        let watcher = Watcher(lines, contacts, settings.mode)
        let shell = Watcher.Shell(
            context, Watcher.State(publisher: publisher),
            .init(diagnostics: { state, _ in
                diagnostics(of: lines, settings.lines) + state.publisher.figures(of: ports)
                    + state.publisher.diagnostics(of: lines)
            }))
        let locations = lines.locations.joined(separator: ", ")
        shell.onClose(orSay: "\(locations): no answer; given back when there is") {
            watcher.release()
        }
        begin(watcher, lines, shell, every: settings.pollInterval)
        return shell
    }

    private static func begin(
        _ watcher: Watcher, _ lines: any DigitalInputs, _ shell: Watcher.Shell,
        every pollInterval: Duration
    ) {
        let debounceTimer = shell.timer("debounce") { shell, _ in watcher.settle(shell) }
        let publisherTimer = shell.timer("publisher") { shell, _ in watcher.settle(shell) }
        let resyncTimer = shell.timer("resync") { shell, _ in watcher.resync(shell) }
        shell.with { state in
            state.debounceTimer = debounceTimer
            state.publisherTimer = publisherTimer
            state.resyncTimer = resyncTimer
        }
        let hasEdges = !lines.edgeDescriptors.isEmpty
        if hasEdges {
            shell.watch(lines.edgeDescriptors, of: lines, name: "edges") {
                watcher.readEdges(of: $1, $0)
            }
        }
        shell.every(hasEdges ? pollIntervalWithEdges : pollInterval) { shell, _ in
            watcher.readAll(shell)
        }
    }
}

extension GPIOInput {
    package static let contact = port("contact")
    package static let presses = pressPort("contact")
    package static let count = countPort("contact")
    package static let rate = ratePort("contact")

    package static let ports: [DriverPort] = [
        .source(contact), .events(presses), .source(count), .source(rate),
    ]

    package static func ports(for settings: Settings) -> [DriverPort] {
        settings.lines.ports.flatMap { line -> [DriverPort] in
            switch settings.mode {
            case .contact: [.source(port(line))]
            case .button: [.source(port(line)), .events(pressPort(line))]
            case .counter:
                [.source(countPort(line), of: .count), .source(ratePort(line), of: .rate)]
            }
        }
    }

    package static func claims(_ settings: Settings) -> [Claim] { settings.lines.claims }

    /// Whether the kernel tells of edges is known only of a line that is open.
    package static func reportDelays(_ settings: Settings) -> [String: ReportDelay] {
        let (poll, debounce) = (settings.pollInterval, settings.debounce)
        let delay = ReportDelay(poll + debounce, key: poll > debounce ? "poll" : "debounce")
        return Dictionary(
            ports(for: settings).map { ($0.name, delay) }, uniquingKeysWith: { $1 })
    }

    /// The port of a line.
    package static func port(_ line: String) -> Port<Contact> {
        Port(
            line,
            "Whether the line is active; not of a counter. With `lines` each has one, of its own name."
        )
    }

    package static func pressPort(_ line: String) -> Port<ButtonPress> {
        Port(name(line, "presses"), "What was done with a button. Of `lines`: \"NAME-presses\".")
    }

    package static func countPort(_ line: String) -> Port<Measurement> {
        Port(
            name(line, "count"),
            "The pulses of a counter since the driver started. Of `lines`: \"NAME-count\".")
    }

    package static func ratePort(_ line: String) -> Port<Measurement> {
        Port(
            name(line, "rate"), "Pulses of a counter in a second. Of `lines`: \"NAME-rate\".")
    }

    /// The only line has ports without its name.
    private static func name(_ line: String, _ what: String) -> String {
        line == "contact" ? what : "\(line)-\(what)"
    }
}

extension GPIOInput.Settings {
    /// Where the changes of a line go, which has this level at `now`.
    func publisher(
        of line: String, _ context: DriverContext, isActive: Bool, at now: Instant
    ) -> any GPIOInput.LinePublisher {
        switch mode {
        case .contact:
            GPIOInput.ContactPublisher(context.source(GPIOInput.port(line)))
        case .button:
            GPIOInput.ButtonPublisher(
                context.source(GPIOInput.port(line)), context.events(GPIOInput.pressPort(line)),
                context, timing, isActive: isActive)
        case .counter:
            GPIOInput.CounterPublisher(
                count: context.source(GPIOInput.countPort(line)),
                rate: context.source(GPIOInput.ratePort(line)), over: rateWindow,
                isActive: isActive, at: now)
        }
    }
}
