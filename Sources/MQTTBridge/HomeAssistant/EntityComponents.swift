import Core
import JSON
import Settings

/// What Home Assistant shows of what a policy presents: its words for each form.
struct EntityComponents {
    private let policy: PolicyReport
    private let topics: BridgeTopics
    private let isAllowed: (String) -> Bool

    init(_ policy: PolicyReport, _ topics: BridgeTopics, isAllowed: @escaping (String) -> Bool) {
        self.policy = policy
        self.topics = topics
        self.isAllowed = isAllowed
    }

    func all(_ entity: Entity) -> [Component] {
        switch entity.form {
        case .button(let request):
            allowed(request, component(.button, entity, ["pl_prs": .string(request)]))
        case .lock(let form):
            isAllowed(form.lock) ? allowed(form.unlock, lock(entity, form)) : []
        case .choice(let form): allowed(form.usual.first ?? "", choice(entity, form))
        case .number(let form): allowed(form.request, number(entity, form))
        case .members(let form): members(entity, form)
        case .counter(let detail):
            [
                component(
                    .sensor, entity,
                    [
                        "stat_t": topic, "val_tpl": .string("{{ \(Self.path(detail)) }}"),
                        "stat_cla": "total_increasing",
                    ])
            ]
        case .events(let kinds):
            [
                component(
                    .event, entity,
                    [
                        "stat_t": .string(topics.event(policy.name)),
                        "evt_typ": .array(kinds.map(JSONValue.string)),
                    ])
            ]
        }
    }

    private var topic: JSONValue { .string(topics.policy(policy.name)) }

    private static func path(_ detail: String) -> String { "value_json.details.\(detail)" }

    private func component(
        _ platform: Component.Platform, _ entity: Entity, _ members: [String: JSONValue]
    ) -> Component {
        Component(
            platform, "\(policy.name)_\(entity.id)",
            entity.words.isEmpty ? policy.name : "\(policy.name) \(entity.words)", members)
    }

    /// The component, if its request may be asked for from here.
    private func allowed(_ request: String, _ component: Component) -> [Component] {
        isAllowed(request)
            ? [component.with("cmd_t", .string(topics.requests(policy.name)))] : []
    }

    // MARK: By the form

    private func lock(_ entity: Entity, _ form: LockForm) -> Component {
        let states = form.words.map { "'\($0.word)': '\($0.state.rawValue.uppercased())'" }
            .joined(separator: ", ")
        return component(
            .lock, entity,
            [
                "stat_t": topic,
                "val_tpl": .string("{{ {\(states)}.get(\(Self.path(form.detail)), 'None') }}"),
                "pl_lock": .string(form.lock), "pl_unlk": .string(form.unlock),
            ])
    }

    private func choice(_ entity: Entity, _ form: ChoiceForm) -> Component {
        let requests = form.requests.sorted { $0.key < $1.key }
            .map { "'\($0.key)': '\($0.value)'" }.joined(separator: ", ")
        return component(
            .select, entity,
            [
                "stat_t": topic, "val_tpl": .string("{{ \(Self.path(form.detail)) }}"),
                "ops": policy.details?[form.options]
                    ?? .array(form.usual.map(JSONValue.string)),
                "cmd_tpl": .string("{{ {\(requests)}.get(value, value) }}"),
            ])
    }

    private func members(_ entity: Entity, _ form: MembersForm) -> [Component] {
        guard case .array(let members)? = policy.details?[form.detail] else { return [] }
        return members.enumerated().flatMap { index, member -> [Component] in
            // In a template of Home Assistant's a brace begins a program.
            guard case .string(let name)? = member[form.name], !name.contains("{") else {
                return []
            }
            let command: JSONValue = [
                "name": .string(form.request),
                "arguments": [
                    form.nameArgument: .string(name), form.wordArgument: "{{ value }}",
                ],
            ]
            let list = Self.path(form.detail)
            let isKeyedByName = form.isKeyedByName == true && isPlainName(name)
            let key = isKeyedByName ? name : "\(index)"
            let path =
                isKeyedByName
                ? "(\(list) | selectattr('\(form.name)', 'eq', '\(name)') | first).\(form.word)"
                : "\(list)[\(index)].\(form.word)"
            return allowed(
                form.request,
                Component(
                    .select, "\(policy.name)_\(entity.id)_\(key)", name,
                    [
                        "stat_t": topic, "ops": .array(form.options.map(JSONValue.string)),
                        "val_tpl": .string("{{ \(path) }}"), "cmd_tpl": .string(command.line),
                    ]))
        }
    }

    /// A request is a template there: what is given takes the place of the braces. What the policy does not say reads as
    /// unknown, and can be set.
    private func number(_ entity: Entity, _ form: NumberForm) -> Component {
        let filter = form.decimals.map { "round(\($0))" } ?? "default('None')"
        let command: JSONValue = [
            "name": .string(form.request),
            "arguments": [form.argument: .string("{{ value }}\(form.unit)")],
        ]
        return component(
            .number, entity,
            [
                "stat_t": topic, "unit_of_meas": .string(form.unit), "min": .number(form.least),
                "max": .number(form.greatest), "step": .number(form.step), "ent_cat": "config",
                "val_tpl": .string("{{ \(Self.path(form.detail)) | \(filter) }}"),
                "cmd_tpl": .string(command.line), "mode": "box",
            ])
    }
}
