import Core
import JSON
import Rules
import Values

/// Does what rules in the configuration say. All that rules mean is in `Rules`; this is their place among the policies.
package struct RulePolicy: ResumablePolicy, DetailedPolicy, PresentedPolicy {
    package typealias Settings = RuleSettings
    package typealias Inputs = RuleInputs
    package typealias Request = RuleRequest

    package static let name = "rules"
    package static let summary =
        "Switches outputs, asks other plugins and reports, by rules in the configuration."
    package static let defaultPeriod = Duration.seconds(1)
    package static let portsDependOnSettings = true
    package static var keptNames: [String] { RulePlan.keptWords }
    package static let memoryVersion = 1

    package struct Outputs: PolicyOutputs {
        package let commands: RuleCommands
        package let asks: [OutgoingAsk]
        package let reason: RuleWhy
        package let responses: [Response]
    }

    package static func inputs(_ port: InputReader, _ settings: RuleSettings) -> RuleInputs {
        RuleInputs(port, settings.plan)
    }

    package static func outputs(_ port: OutputPorts<Outputs>, _ settings: RuleSettings) {
        for (index, output) in settings.plan.outputPorts.enumerated() {
            port.command(
                output.name, of: output.kinds, at: output.mention,
                "What the rules set \(output.name) to."
            ) { outputs in
                outputs.commands[index]
            }
        }
        port.asks { $0.asks }
    }

    package static func asks(_ settings: RuleSettings) -> [PlannedAsk] { settings.plan.plannedAsks }

    package static func commandRanges(_ settings: RuleSettings) -> [String: [CommandRange]] {
        settings.plan.angleRanges.mapValues { [CommandRange(.angle, $0, key: "rules")] }
    }

    package static func remarks(
        _ settings: RuleSettings, connected: BoundPorts
    ) -> [String] { settings.plan.remarks(connected: connected) }

    package static func conflicts(
        _ settings: RuleSettings, connected: BoundPorts
    ) -> [SettingConflict] {
        guard settings.plan.needsClock, !connected.contains("clock") else { return [] }
        return [
            SettingConflict(
                "rules",
                "a rule needs the time: name a driver that has it, as \"inputs\": { \"clock\": \"NAME\" }"
            )
        ]
    }

    private var engine: RuleEngine

    package init(settings: RuleSettings) { engine = RuleEngine(settings.plan) }

    package init(settings: RuleSettings, resuming memory: RuleMemory) {
        engine = RuleEngine(settings.plan, resuming: memory)
    }

    package mutating func step(
        _ inputs: RuleInputs, by settings: RuleSettings, at now: Instant
    ) -> Outputs {
        let responses = engine.step(inputs, by: settings.plan, at: now)
        return Outputs(
            commands: engine.commands(of: settings.plan), asks: engine.asks,
            reason: engine.why,
            responses: responses)
    }

    package func memory(by settings: RuleSettings) -> RuleMemory { engine.memory }

    package func successor(
        by new: RuleSettings, after old: RuleSettings
    ) throws(PlainError) -> RulePolicy {
        var next = self
        next.engine = engine.successor(by: new.plan, after: old.plan)
        return next
    }

    package func details(by settings: RuleSettings, at now: Instant) -> JSONValue? {
        engine.details(by: settings.plan, at: now)
    }

    package static let presentation = Presentation(entities: [
        Entity(
            "rules", "rule",
            .members(
                MembersForm(
                    detail: "rules", name: "name", word: "mode",
                    options: RuleMode.allCases.map(\.rawValue), request: "rule",
                    nameArgument: "name", wordArgument: "mode", isKeyedByName: true)))
    ])
}

/// As an object with a member for each output, so that `roost when` finds them by their words.
extension RulePolicy.Outputs {
    private enum Key: String, CodingKey {
        case asks, reason, responses
    }

    package func encode(to encoder: any Encoder) throws {
        try commands.encode(to: encoder)
        var values = encoder.container(keyedBy: Key.self)
        if !asks.isEmpty { try values.encode(asks, forKey: .asks) }
        try values.encode(reason, forKey: .reason)
        if !responses.isEmpty { try values.encode(responses, forKey: .responses) }
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        commands = try RuleCommands(from: decoder)
        asks = try values.decodeIfPresent([OutgoingAsk].self, forKey: .asks) ?? []
        reason = try values.decode(RuleWhy.self, forKey: .reason)
        responses = try values.decodeIfPresent([Response].self, forKey: .responses) ?? []
    }
}
