import Core
import JSON
import Settings
import Threads
import Values

/// A port of a driver, as its manifest declares it.
package struct ManifestPort: PluginSettings {
    private enum Kind: String, CaseIterable {
        case measurement, contact, level
        case tagPresence = "tag-presence"
        case buttonPress = "button-press"
    }

    private let kind: Kind
    private let quantity: Measurement.Quantity?
    private let validFor: Validity?
    private let help: String

    /// How old a value may be before it counts as stale.
    private enum Validity {
        case fixed(Duration)
        /// So many periods of a setting.
        case periods(of: String)

        /// As of the drivers that are compiled in: two readings in a row may fail, and the third takes its time.
        static let periods = 4.0

        func duration(_ settings: [String: JSONValue]) -> Duration {
            switch self {
            case .fixed(let duration): return duration
            case .periods(let key):
                guard case .number(let seconds)? = settings[key] else { return .zero }
                return .seconds(seconds * Self.periods)
            }
        }
    }

    /// Whether it tells of what happens once.
    var isEvent: Bool { kind == .buttonPress }

    /// The time setting that says how old its value may be; `nil` where the manifest says that itself.
    var periodSetting: String? {
        if case .periods(let key)? = validFor { key } else { nil }
    }

    package init(_ read: SettingsReader) {
        kind = read(required: "kind", .oneOf(.measurement), "What it carries.")
        quantity = read(optional: "quantity", .oneOf(.temperature), "What a measurement is of.")
        let limit = SettingKind<Duration>.duration(.milliseconds(100) ... .seconds(86400))
        let written = read(
            optional: "valid_for",
            .matching("\(limit.expected), or the name of a setting: four times its value") {
                isPlainName($0) || Self.duration($0, limit) != nil
            },
            "How old a value may be before it counts as stale.")
        validFor = written.map { text in
            Self.duration(text, limit).map { .fixed($0) } ?? .periods(of: text)
        }
        help = read(required: "help", .sentence, "What it is.")
        let isMeasurement = kind == .measurement
        read.check(
            read.isPresent("quantity") == isMeasurement, "quantity",
            isMeasurement ? "missing: what is measured?" : "only a measurement has one")
        read.check(
            read.isPresent("valid_for") != isEvent, "valid_for",
            isEvent
                ? "an event happens once: it has none"
                : "missing: without it a value of a driver that fell silent would count for ever")
    }

    private static func duration(_ text: String, _ limit: SettingKind<Duration>) -> Duration? {
        do throws(ConfigurationErrors) {
            return try limit.parse(.string(text), SettingPath(""))
        } catch {
            return nil
        }
    }

    /// The port with what it makes of the lines of the program.
    func port(_ name: String) -> ExternalPort {
        switch kind {
        case .measurement:
            // The value that policies ask for, where there is one.
            let quantity = quantity ?? .count
            if quantity == .temperature {
                return state(Port<Temperature>(name, help)) { json, _, _ in
                    Self.measured(quantity, json).map { Temperature(celsius: $0.value) }
                }
            }
            let port = Port<Measurement>(name, help)
            return state(port, as: .source(port, of: quantity)) { json, _, _ in
                Self.measured(quantity, json)
            }
        case .level:
            return state(Port<Level>(name, help)) { json, _, _ in
                guard case .number(let ratio) = json, let level = Level(ratio) else {
                    return .failure(PlainError("a level is a number from 0 to 1"))
                }
                return .success(level)
            }
        case .contact: return state(Port<Contact>(name, help), Self.contact)
        case .tagPresence: return state(Port<TagPresence>(name, help), Self.presence)
        case .buttonPress: return event(Port<ButtonPress>(name, help))
        }
    }

    // MARK: Values

    private static func measured(
        _ quantity: Measurement.Quantity, _ json: JSONValue
    ) -> Result<Measurement, PlainError> {
        guard case .number(let number) = json else {
            return .failure(PlainError("a measurement is a number"))
        }
        guard let measurement = Measurement(quantity, number) else {
            let words = "\(roundedText(of: number, digits: 5)) \(quantity.unit)"
            return .failure(PlainError("\(words) is no \(quantity.rawValue)"))
        }
        return .success(measurement)
    }

    private static func contact(
        _ json: JSONValue, _ before: Contact?, _ taken: Instant
    ) -> Result<Contact, PlainError> {
        guard case .bool(let isActive) = json else {
            return .failure(PlainError("a contact is true (closed) or false (open)"))
        }
        guard let before else {
            return .success(Contact(isActive: isActive, changedAt: taken))
        }
        let hasChanged = before.isActive != isActive
        return .success(
            Contact(
                isActive: isActive, changes: before.changes + (hasChanged ? 1 : 0),
                changedAt: hasChanged ? taken : before.changedAt))
    }

    private static func presence(
        _ json: JSONValue, _ before: TagPresence?, _ taken: Instant
    ) -> Result<TagPresence, PlainError> {
        let tag: TagID?
        switch json {
        case .null: tag = nil
        case .string(let text):
            guard let known = TagID(text) else {
                return .failure(PlainError("\"\(text.prefix(40))\" is the number of no tag"))
            }
            tag = known
        default: return .failure(PlainError("a tag is a text, or null where there is none"))
        }
        guard let before, before.tag == tag else {
            return .success(TagPresence(tag: tag, since: taken))
        }
        return .success(
            TagPresence(tag: tag, reads: min(before.reads, 1_000_000) + 1, since: before.since))
    }

    // MARK: Ends

    private func state<Value: DeviceValue>(
        _ port: Port<Value>, as driverPort: DriverPort? = nil,
        _ value: @escaping @Sendable (JSONValue, Value?, Instant) -> Result<Value, PlainError>
    ) -> ExternalPort {
        ExternalPort(driverPort ?? .source(port)) { [validFor] context, settings in
            let source = context.source(port)
            source.setStaleAfter(validFor?.duration(settings) ?? .zero)
            let last = Locked<Value?>(nil)
            return ExternalPort.End { line in
                switch line {
                case .event: return "it is a state: say \"value\" or \"absent\""
                case .absent(let why, let now):
                    last.value = nil
                    source.publishAbsent(why, at: now)
                case .value(let json, let taken, let doubt):
                    switch value(json, last.value, taken) {
                    case .failure(let error): return error.description
                    case .success(let value):
                        last.value = value
                        source.publish(
                            doubt.map { .doubtful(value, at: taken, because: $0) }
                                ?? .good(value, at: taken))
                    }
                }
                return nil
            }
        }
    }

    /// How late an event may be drained, as of a button of `gpio-input`.
    private static let expiry = Duration.seconds(2)

    private func event(_ port: Port<ButtonPress>) -> ExternalPort {
        ExternalPort(.events(port)) { context, _ in
            let events = context.events(port)
            let origin = EventOrigin("driver \(context.name)")
            return ExternalPort.End { line in
                guard case .event(let word, let now) = line else {
                    return "it is an event: say \"event\""
                }
                guard let press = ButtonPress(rawValue: word) else {
                    let known = ButtonPress.allCases.map(\.rawValue).joined(separator: ", ")
                    return "\"\(word.prefix(40))\" is none of \(known)"
                }
                events.publish(press, from: origin, at: now, deadline: now + Self.expiry)
                return nil
            }
        }
    }
}

/// A port of an external driver.
struct ExternalPort: Sendable {
    /// What a program says of a port.
    enum Line {
        case value(JSONValue, taken: Instant, doubt: String?)
        case absent(String, at: Instant)
        case event(String, at: Instant)
    }

    /// The connected end, which remembers what it needs of the value before.
    struct End: Sendable {
        /// Publishes a line; gives what is wrong with it, and then nothing is published.
        let publish: @Sendable (Line) -> String?
    }

    let driverPort: DriverPort
    let open: @Sendable (DriverContext, _ settings: [String: JSONValue]) -> End

    init(
        _ driverPort: DriverPort,
        open: @escaping @Sendable (DriverContext, [String: JSONValue]) -> End
    ) {
        self.driverPort = driverPort
        self.open = open
    }
}
