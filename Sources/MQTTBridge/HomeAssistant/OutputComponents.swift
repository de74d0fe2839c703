import Core
import JSON
import Values

/// What Home Assistant shows of the outputs of a driver that may be switched from there: by the form that the file gives
/// them.
struct OutputComponents {
    private let driver: DriverReport
    private let topics: BridgeTopics
    private let isAllowed: (_ address: String) -> Bool

    init(
        _ driver: DriverReport, _ topics: BridgeTopics, isAllowed: @escaping (String) -> Bool
    ) {
        self.driver = driver
        self.topics = topics
        self.isAllowed = isAllowed
    }

    var all: [Component] {
        let outputs = (driver.outputs ?? [:]).sorted { $0.key < $1.key }
        return outputs.filter { isAllowed("\(driver.name).\($0.key)") }.map { port, output in
            let address = "\(driver.name).\(port)"
            return Component(
                Self.platform(output.shownAs), "\(driver.name)_\(port)",
                outputs.count == 1 ? driver.name : "\(driver.name) \(port)",
                members(of: output, at: address)
            ).with("avty", [topics.online, isRunning])
        }
    }

    /// Nothing is switched while its driver does not run.
    private var isRunning: JSONValue {
        [
            "t": .string(topics.driver(driver.name)),
            "val_tpl": "{{ 'online' if value_json.state == 'running' else 'offline' }}",
        ]
    }

    private static func platform(_ form: OutputForm) -> Component.Platform {
        switch form {
        case .switch: .switch
        case .light: .light
        case .fan: .fan
        case .valve: .valve
        case .cover: .cover
        case .number: .number
        }
    }

    // MARK: By the form

    private func members(of output: OutputReport, at address: String) -> [String: JSONValue] {
        let figure = Figure(output)
        let command = JSONValue.string(topics.requests(address))
        let state = JSONValue.string(topics.output(address))
        switch output.shownAs {
        case .switch:
            return onOff(command, state).merging(["val_tpl": Self.isOn]) { $1 }
        case .light:
            let light = onOff(command, state).merging(["stat_val_tpl": Self.isOn]) { $1 }
            guard let figure else { return light }
            // Without a brightness that was given it is the last one.
            return light.merging([
                "on_cmd_type": "brightness", "bri_scl": 100, "bri_cmd_t": command,
                "bri_cmd_tpl": figure.command, "bri_stat_t": state, "bri_val_tpl": figure.state(""),
            ]) { $1 }
        case .fan:
            let fan = onOff(command, state).merging(["stat_val_tpl": Self.isOn]) { $1 }
            guard let figure else { return fan }
            return fan.merging([
                "pct_cmd_t": command, "pct_cmd_tpl": figure.command, "pct_stat_t": state,
                "pct_val_tpl": figure.state("0"),
            ]) { $1 }
        case .number:
            guard let figure else { return [:] }
            return [
                "cmd_t": command, "cmd_tpl": figure.command, "stat_t": state,
                "val_tpl": figure.state("None"), "min": .number(figure.least),
                "max": .number(figure.greatest), "step": 1, "unit_of_meas": .string(figure.unit),
            ]
        case .valve: return valve(figure, command, state)
        case .cover: return figure.map { cover($0, command, state) } ?? [:]
        }
    }

    private func onOff(_ command: JSONValue, _ state: JSONValue) -> [String: JSONValue] {
        ["cmd_t": command, "stat_t": state, "pl_on": "on", "pl_off": "off"]
    }

    private static let isOn: JSONValue =
        "{{ 'on' if value_json.is_by_hand and value_json.value.is_on else 'off' }}"

    private func valve(
        _ figure: Figure?, _ command: JSONValue, _ state: JSONValue
    ) -> [String: JSONValue] {
        guard let figure else {
            return [
                "cmd_t": command, "stat_t": state, "pl_open": "on", "pl_cls": "off",
                "val_tpl":
                    "{{ 'open' if value_json.is_by_hand and value_json.value.is_on else 'closed' }}",
            ]
        }
        return [
            "cmd_t": command, "cmd_tpl": figure.command, "stat_t": state, "reports_position": true,
            "val_tpl": figure.state("None"), "pos_clsd": figure.whole(figure.least),
            "pos_open": figure.whole(figure.greatest),
        ]
    }

    private func cover(
        _ figure: Figure, _ command: JSONValue, _ state: JSONValue
    ) -> [String: JSONValue] {
        [
            "cmd_t": command, "pl_open": figure.payload(figure.greatest),
            "pl_cls": figure.payload(figure.least), "pl_stop": "end", "set_pos_t": command,
            "set_pos_tpl": figure.command, "pos_t": state, "pos_tpl": figure.state(""),
            "pos_clsd": figure.whole(figure.least), "pos_open": figure.whole(figure.greatest),
        ]
    }

    /// The number of an output: which request sets it, and what of its state it is.
    private struct Figure {
        let request: String
        let unitOfRequest: String
        let unit: String
        let value: String
        let least: Double
        let greatest: Double

        /// `nil` of one that is on or off.
        init?(_ output: OutputReport) {
            switch output.kind {
            case Level.kind:
                (request, unitOfRequest, unit) = ("level", "%", "%")
                value = "(value_json.value.ratio * 100) | round(0) | int"
                (least, greatest) = (0, 100)
            case ServoCommand.kind:
                (request, unitOfRequest, unit) = ("angle", "deg", "°")
                value = "value_json.value.degrees | round(0) | int"
                (least, greatest) = (output.least ?? 0, output.greatest ?? 180)
            default: return nil
            }
        }

        /// In a template of Home Assistant's the value that is given takes the place of the braces.
        var command: JSONValue { .string(line("{{ value }}")) }

        /// What its state says; `otherwise` while nobody has switched it.
        func state(_ otherwise: String) -> JSONValue {
            .string("{{ \(value) if value_json.is_by_hand else '\(otherwise)' }}")
        }

        func payload(_ number: Double) -> JSONValue { .string(line(JSONValue.number(number).line)) }

        func whole(_ number: Double) -> JSONValue { .number(number.rounded()) }

        private func line(_ number: String) -> String {
            JSONValue.object([
                "name": .string(request),
                "arguments": [request: .string("\(number)\(unitOfRequest)")],
            ]).line
        }
    }
}
