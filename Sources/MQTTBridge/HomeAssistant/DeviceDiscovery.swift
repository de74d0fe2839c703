import Core

/// Tells Home Assistant what there is, as one device with a component for each thing (its "device discovery",
/// from 2024.12 on).
struct DeviceDiscovery {
    let topic: String
    private let topics: BridgeTopics
    private let allow: Set<String>
    private let uniquePrefix: String

    init(_ settings: BridgeSettings) {
        topics = BridgeTopics(node: settings.node)
        allow = Set(settings.allow)
        uniquePrefix = "roost_\(settings.node)"
        topic = "\(settings.discoveryPrefix)/device/\(uniquePrefix)/config"
    }

    func payload(_ report: StatusReport) -> JSONValue {
        let origin: JSONValue = ["name": "roost", "sw": .string(report.version)]
        return [
            "dev": [
                "ids": [.string(uniquePrefix)], "name": .string(report.name), "mf": "Roost",
                "mdl": "roost", "sw": .string(report.version),
            ],
            "o": origin, "qos": 1, "cmps": .object(components(report)),
        ]
    }

    private func components(_ report: StatusReport) -> [String: JSONValue] {
        let drivers = report.drivers.flatMap { DriverComponents($0, topics).all }
        let policies = report.policies.flatMap { PolicyComponents($0, topics, allow).all }
        var components: [String: JSONValue] = [:]
        for component in drivers + policies + [log, verdict] {
            var members = component.members
            members["uniq_id"] = .string("\(uniquePrefix)_\(component.id)")
            // What has a state of its own to be absent by brings it along.
            if members["avty"] == nil { members["avty"] = [topics.online] }
            members["avty_mode"] = "all"
            components[component.id] = .object(members)
        }
        return components
    }

    private var verdict: Component {
        Component(
            .binarySensor, "verdict", "Problem",
            [
                "stat_t": .string(topics.verdict), "dev_cla": "problem",
                "val_tpl": "{{ 'OFF' if value_json.level == 'well' else 'ON' }}",
                "json_attr_t": .string(topics.verdict),
            ])
    }

    private var log: Component {
        Component(
            .event, "log", "Log",
            ["stat_t": .string(topics.log), "evt_typ": ["notice", "warning", "error"]]
        ).diagnostic
    }
}

extension BridgeTopics {
    /// That there is a roost to tell anything.
    var online: JSONValue { ["t": .string(availability)] }

    /// The same, and a value in a topic that is good.
    func good(_ topic: String) -> JSONValue {
        let template = "{{ 'online' if value_json.quality == 'good' else 'offline' }}"
        return [online, ["t": .string(topic), "val_tpl": .string(template)]]
    }
}
