import Core
import JSON
import Settings
import Values

/// What Home Assistant shows of a driver: each of its values by its kind, and how the driver is.
struct DriverComponents {
    private let driver: DriverReport
    private let topics: BridgeTopics
    private let contacts: [String: ContactMeaning]

    /// By driver and port, what the contacts of all drivers say.
    init(
        _ driver: DriverReport, _ topics: BridgeTopics, _ contacts: [String: ContactMeaning]
    ) {
        self.driver = driver
        self.topics = topics
        self.contacts = contacts
    }

    var all: [Component] {
        let sources = driver.sources.sorted { $0.key < $1.key }
        return [health] + sources.flatMap { components(of: $1, at: $0) }
    }

    private var health: Component {
        Component(
            .binarySensor, "driver_\(driver.name)", "\(driver.name) problem",
            [
                "stat_t": .string(topics.driver(driver.name)), "dev_cla": "problem",
                "val_tpl": "{{ 'ON' if value_json.state in ['backoff', 'failed'] else 'OFF' }}",
                "json_attr_t": .string(topics.driver(driver.name)),
            ]
        ).diagnostic
    }

    private func components(of source: SourceReport, at port: String) -> [Component] {
        let topic = topics.source(driver.name, port)
        let id = "\(driver.name)_\(port)"
        let name = driver.sources.count == 1 ? driver.name : "\(driver.name) \(port)"
        let found: [Component]
        switch source.kind {
        case Temperature.kind: found = [Self.figure(id, name, "celsius", .temperature)]
        case Measurement.kind: found = [measurement(source, id, name)]
        case LightLevel.kind, Level.kind: found = [Self.share(id, name)]
        case Contact.kind: found = [Self.contact(id, name, contacts["\(driver.name).\(port)"])]
        case Fix.kind: found = [Self.tracker(id, name, topic)]
        case FlightState.kind: found = Self.flight(id, name)
        case WallTime.kind: found = []
        default: found = [Self.words(id, name)]
        }
        return found.map { component in
            let hasState = component.members["json_attr_t"] == nil
            return (hasState ? component.with("stat_t", .string(topic)) : component)
                .with("avty", topics.good(topic))
        }
    }

    // MARK: By the kind

    /// A number in the unit that it is measured in.
    private static func figure(
        _ id: String, _ name: String, _ member: String, _ quantity: Measurement.Quantity
    ) -> Component {
        var component = Component(
            .sensor, id, name,
            [
                "val_tpl": .string("{{ value_json.value.\(member) }}"),
                "stat_cla": quantity == .count ? "total_increasing" : "measurement",
                "sug_dsp_prc": quantity == .count ? 0 : 1,
            ])
        if !quantity.unit.isEmpty {
            component = component.with("unit_of_meas", .string(quantity.unit))
        }
        return quantity.deviceClass.map { component.with("dev_cla", .string($0)) } ?? component
    }

    private func measurement(_ source: SourceReport, _ id: String, _ name: String) -> Component {
        guard case .string(let text)? = source.value["quantity"],
            let quantity = Measurement.Quantity(rawValue: text)
        else { return Self.words(id, name) }
        return Self.figure(id, name, "value", quantity)
    }

    private static func share(_ id: String, _ name: String) -> Component {
        Component(
            .sensor, id, name,
            [
                "val_tpl": "{{ (value_json.value.ratio * 100) | round(1) }}", "unit_of_meas": "%",
                "stat_cla": "measurement",
            ])
    }

    private static func contact(
        _ id: String, _ name: String, _ meaning: ContactMeaning?
    ) -> Component {
        let (active, other) = meaning?.isActiveOff == true ? ("OFF", "ON") : ("ON", "OFF")
        let component = Component(
            .binarySensor, id, name,
            [
                "val_tpl": .string(
                    "{{ '\(active)' if value_json.value.is_active else '\(other)' }}")
            ])
        return meaning.map { component.with("dev_cla", .string($0.deviceClass)) } ?? component
    }

    /// It has no state of its own: Home Assistant makes it of the place.
    private static func tracker(_ id: String, _ name: String, _ topic: String) -> Component {
        let place =
            "{{ {'latitude': value_json.value.position.latitude, 'longitude': "
            + "value_json.value.position.longitude, 'gps_accuracy': "
            + "value_json.value.horizontal_error_metres | default(0, true)} | tojson "
            + "if value_json.value else '{}' }}"
        return Component(
            .deviceTracker, id, name,
            [
                "json_attr_t": .string(topic), "json_attr_tpl": .string(place), "src_type": "gps",
            ])
    }

    private static func flight(_ id: String, _ name: String) -> [Component] {
        [
            Component(
                .sensor, "\(id)_battery", "\(name) battery",
                [
                    "val_tpl": "{{ value_json.value.battery_percent }}", "unit_of_meas": "%",
                    "dev_cla": "battery", "stat_cla": "measurement",
                ]),
            figure("\(id)_altitude", "\(name) altitude", "altitude_metres", .distance),
            Component(
                .sensor, "\(id)_phase", "\(name) phase", ["val_tpl": "{{ value_json.value.phase }}"]
            ),
        ]
    }

    /// What has no kind of its own there, as a person reads it.
    private static func words(_ id: String, _ name: String) -> Component {
        Component(.sensor, id, name, ["val_tpl": "{{ (value_json.text or '')[:255] }}"])
    }
}

extension Measurement.Quantity {
    /// Home Assistant's word for it, where its unit is among those that it takes for that
    /// (developers.home-assistant.io/docs/core/entity/sensor).
    fileprivate var deviceClass: String? {
        switch self {
        case .temperature, .humidity, .pressure, .voltage, .current, .power, .distance: rawValue
        case .light: "illuminance"
        case .energy, .resistance, .ratio, .count, .rate, .rotation, .concentration: nil
        }
    }
}
