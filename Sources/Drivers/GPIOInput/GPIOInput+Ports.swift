import Core
import Devices

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
            case .counter: [.source(countPort(line)), .source(ratePort(line))]
            }
        }
    }

    package static func claims(_ settings: Settings) -> [Claim] { settings.lines.claims }

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
    func outlet(
        of line: String, _ context: DriverContext, isActive: Bool, at now: Instant
    ) -> any GPIOInput.LineOutlet {
        switch mode {
        case .contact:
            GPIOInput.ContactOutlet(context.source(GPIOInput.port(line)))
        case .button:
            GPIOInput.ButtonOutlet(
                context.source(GPIOInput.port(line)), context.events(GPIOInput.pressPort(line)),
                context, timing, isActive: isActive)
        case .counter:
            GPIOInput.CounterOutlet(
                count: context.source(GPIOInput.countPort(line)),
                rate: context.source(GPIOInput.ratePort(line)), over: rateWindow,
                isActive: isActive, at: now)
        }
    }
}
