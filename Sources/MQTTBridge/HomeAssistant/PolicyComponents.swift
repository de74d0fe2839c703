import Core
import JSON

/// What Home Assistant shows of a policy: why it does what it does, and what it can be asked for.
struct PolicyComponents {
    private let policy: PolicyReport
    private let topics: BridgeTopics
    private let isAllowed: (String) -> Bool

    init(_ policy: PolicyReport, _ topics: BridgeTopics, isAllowed: @escaping (String) -> Bool) {
        self.policy = policy
        self.topics = topics
        self.isAllowed = isAllowed
    }

    var all: [Component] {
        [reason, failsafe]
            + (policy.policy == "pet-door" ? door : [])
            + (policy.policy == "drone-navigation" ? pilot : [])
    }

    private var name: String { policy.name }
    private var topic: JSONValue { .string(topics.policy(name)) }
    private var requests: JSONValue { .string(topics.requests(name)) }

    private var reason: Component {
        Component(
            .sensor, "\(name)_reason", "\(name) reason",
            [
                "stat_t": topic, "val_tpl": "{{ (value_json.text or '')[:255] }}",
                "json_attr_t": topic,
                "json_attr_tpl":
                    "{{ {'code': value_json.code, 'reason': value_json.text} | tojson }}",
            ])
    }

    private var failsafe: Component {
        Component(
            .binarySensor, "\(name)_failsafe", "\(name) failsafe",
            [
                "stat_t": topic, "dev_cla": "problem",
                "val_tpl": "{{ 'ON' if value_json.is_failsafe or value_json.hangs else 'OFF' }}",
            ])
    }

    /// The components whose request may be asked for from here.
    private func allowed(_ request: String, _ component: Component) -> [Component] {
        isAllowed(request) ? [component.with("cmd_t", requests)] : []
    }

    // MARK: A drone

    private var pilot: [Component] {
        [("takeoff", "take off"), ("land", "land"), ("hover", "hover"), ("return", "return home")]
            .flatMap { request, words in
                allowed(
                    request,
                    Component(
                        .button, "\(name)_\(request)", "\(name) \(words)",
                        ["pl_prs": .string(request)]))
            }
    }

    // MARK: A door

    private var door: [Component] {
        let locks = ["lock", "unlock"].allSatisfy(isAllowed) ? allowed("lock", lock) : []
        return locks + allowed("auto", mode) + pets + thresholds + [alarm, events]
            + [
                ("in", "came in today"), ("out", "went out today"),
                ("unknown", "passed today, way unknown"),
            ].map(count)
    }

    /// While it waits to be locked it is open, and says so.
    private var lock: Component {
        let states =
            "{{ {'locked': 'LOCKED', 'unlocked': 'UNLOCKED', 'pending': 'UNLOCKED', 'locking': 'LOCKING', "
            + "'unlocking': 'UNLOCKING', 'jammed': 'JAMMED'}.get(value_json.details.state, 'None') }}"
        return Component(
            .lock, "\(name)_lock", name,
            [
                "stat_t": topic, "val_tpl": .string(states), "pl_lock": "lock",
                "pl_unlk": "unlock",
            ])
    }

    private var mode: Component {
        let words = "{{ {'locked': 'lock', 'open': 'unlock'}.get(value, value) }}"
        return Component(
            .select, "\(name)_mode", "\(name) mode",
            [
                "stat_t": topic, "val_tpl": "{{ value_json.details.mode }}",
                "ops": policy.details?["modes"] ?? ["auto"], "cmd_tpl": .string(words),
            ])
    }

    /// Shows where each is, and takes it from a person.
    private var pets: [Component] {
        guard case .array(let pets)? = policy.details?["pets"] else { return [] }
        return pets.enumerated().flatMap { index, pet -> [Component] in
            // In a template of Home Assistant's a brace begins a program.
            guard case .string(let petName)? = pet["name"], !petName.contains("{") else {
                return []
            }
            let command: JSONValue = [
                "name": "presence",
                "arguments": ["pet": .string(petName), "where": "{{ value }}"],
            ]
            return allowed(
                "presence",
                Component(
                    .select, "\(name)_pet_\(index)", petName,
                    [
                        "stat_t": topic, "ops": ["inside", "outside", "unknown"],
                        "val_tpl": .string("{{ value_json.details.pets[\(index)].where }}"),
                        "cmd_tpl": .string(command.line),
                    ]))
        }
    }

    private func count(_ way: String, _ words: String) -> Component {
        Component(
            .sensor, "\(name)_\(way)", "\(name) \(words)",
            [
                "stat_t": topic, "val_tpl": .string("{{ value_json.details.today.\(way) }}"),
                "stat_cla": "total_increasing",
            ])
    }

    private var alarm: Component {
        Component(
            .binarySensor, "\(name)_alert", "\(name) alert",
            [
                "stat_t": topic, "dev_cla": "problem",
                "val_tpl": "{{ 'ON' if value_json.details.alerts else 'OFF' }}",
                "json_attr_t": topic,
                "json_attr_tpl": "{{ {'alerts': value_json.details.alerts} | tojson }}",
            ])
    }

    private var events: Component {
        Component(
            .event, "\(name)_passage", "\(name) passage",
            [
                "stat_t": .string(topics.event(name)),
                "evt_typ": ["transit", "peek", "deny", "breach"],
            ])
    }

    /// What is not set reads as unknown there, and can be set.
    private var thresholds: [Component] {
        [
            threshold(
                "light_threshold", "night below",
                "{{ value_json.details.thresholds.night_below_percent | round(1) }}",
                unit: "%", 1...99, step: 0.1, argument: "night_below"),
            threshold(
                "temperature_min", "too cold below",
                "{{ value_json.details.thresholds.temperature_min_celsius | default('None') }}",
                unit: "°C", -50...60, step: 0.5),
            threshold(
                "temperature_max", "too hot above",
                "{{ value_json.details.thresholds.temperature_max_celsius | default('None') }}",
                unit: "°C", -50...60, step: 0.5),
        ].flatMap { allowed("set", $0) }
    }

    /// A request is a template there: what is given takes the place of the braces.
    private func threshold(
        _ key: String, _ words: String, _ value: String, unit: String,
        _ range: ClosedRange<Double>, step: Double, argument: String? = nil
    ) -> Component {
        let command: JSONValue = [
            "name": "set", "arguments": [argument ?? key: .string("{{ value }}\(unit)")],
        ]
        return Component(
            .number, "\(name)_\(key)", "\(name) \(words)",
            [
                "stat_t": topic, "unit_of_meas": .string(unit), "min": .number(range.lowerBound),
                "max": .number(range.upperBound), "step": .number(step), "ent_cat": "config",
                "val_tpl": .string(value), "cmd_tpl": .string(command.line),
                "mode": "box",
            ])
    }
}
