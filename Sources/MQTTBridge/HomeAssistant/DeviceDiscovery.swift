import Control
import Core
import JSON

/// Tells Home Assistant what there is, as one device with a component for each thing (its "device discovery",
/// from 2024.12 on).
struct DeviceDiscovery {
    let topic: String
    private let topics: BridgeTopics
    private let limit: RequestLimit
    private let uniquePrefix: String

    init(_ settings: BridgeSettings) {
        topics = BridgeTopics(node: settings.node)
        limit = settings.limit
        uniquePrefix = "roost_\(settings.node)"
        topic = "\(settings.discoveryPrefix)/device/\(uniquePrefix)/config"
    }

    /// With nothing but their platform, components that there were and are no more: so Home Assistant removes them
    /// (home-assistant.io/integrations/mqtt, "Device discovery payload").
    func payload(
        _ report: StatusReport, _ components: [String: JSONValue],
        without former: [String: String] = [:]
    ) -> JSONValue {
        let removed = former.mapValues { platform -> JSONValue in ["p": .string(platform)] }
        let origin: JSONValue = ["name": "roost", "sw": .string(report.version)]
        return [
            "dev": [
                "ids": [.string(uniquePrefix)], "name": .string(report.name), "mf": "Roost",
                "mdl": "roost", "sw": .string(report.version),
            ],
            "o": origin, "qos": 1, "cmps": .object(removed.merging(components) { $1 }),
        ]
    }

    static func platform(_ component: JSONValue) -> String? {
        guard case .string(let platform)? = component["p"] else { return nil }
        return platform
    }

    func components(_ report: StatusReport, _ catalogue: RequestCatalogue) -> [String: JSONValue] {
        let contacts = Self.contacts(report, catalogue)
        let drivers = report.drivers.flatMap { driver in
            DriverComponents(driver, topics, contacts).all
                + OutputComponents(driver, topics) { limit.allows($0, .hazardous) }.all
        }
        let policies = report.policies.flatMap { policy in
            PolicyComponents(policy, topics).all + entities(of: policy, catalogue)
        }
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

    private func entities(
        of policy: PolicyReport, _ catalogue: RequestCatalogue
    ) -> [Component] {
        let components = EntityComponents(policy, topics) { request in
            catalogue.effect(of: request, to: policy.name).map { limit.allows(request, $0) }
                ?? false
        }
        return shown(of: policy.name, catalogue).flatMap(components.all)
    }

    /// What a policy presents; of one that presents nothing, a button for each request that needs no arguments.
    private func shown(of policy: String, _ catalogue: RequestCatalogue) -> [Entity] {
        catalogue.presentations[policy]?.entities
            ?? catalogue.plainRequests(of: policy).map { request in
                Entity("request_\(request)", request, .button(request: request))
            }
    }

    /// What the contacts that policies read say, by driver and port: "flap.contact".
    private static func contacts(
        _ report: StatusReport, _ catalogue: RequestCatalogue
    ) -> [String: ContactMeaning] {
        var meanings: [String: ContactMeaning] = [:]
        for policy in report.policies {
            for (input, end) in policy.inputs {
                meanings[end] =
                    catalogue.presentations[policy.name]?.contacts[input] ?? meanings[end]
            }
        }
        return meanings
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
