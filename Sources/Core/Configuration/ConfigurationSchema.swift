import JSON
import Settings

/// The JSON Schema (draft 2020-12) of configurations, made from the same declarations that read them.
///
/// An editor that knows it completes keys and marks mistakes while one writes. It says less than
/// `roost check`: nothing of how plugins fit together, such as two that claim one line, nor of values that are compared with
/// others. What it refuses is always wrong.
package struct ConfigurationSchema {
    /// Where packages put it, and what shipped configurations name.
    package static let path = "/usr/share/roost/configuration.schema.json"

    private let registry: PluginRegistry

    package init(_ registry: PluginRegistry) {
        self.registry = registry
    }

    /// The whole of it.
    package var json: JSONValue {
        var top = SettingSchema.members(SettingsReader.describe(GeneralSettings.self))
        top["$schema"] = ["type": "string"]
        top["drivers"] = plugins("driver", registry.drivers.map { $0.name })
        top["policies"] = plugins("policy", registry.policies.map { $0.name })
        top["run"] = [
            "type": "array", "items": ["type": "string", "minLength": 1], "maxItems": 100,
        ]
        var definitions: [String: JSONValue] = [:]
        for driver in registry.drivers { definitions["driver-\(driver.name)"] = schema(driver) }
        for policy in registry.policies { definitions["policy-\(policy.name)"] = schema(policy) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A configuration of Roost", "type": "object", "properties": .object(top),
            "additionalProperties": false, "$defs": .object(definitions),
        ]
    }

    // MARK: Plugins

    /// An object of plugins by name; which settings each takes depends on its kind.
    private func plugins(_ key: String, _ kinds: [String]) -> JSONValue {
        let choices = kinds.map { kind -> JSONValue in
            [
                "if": ["properties": [key: ["const": .string(kind)]], "required": [.string(key)]],
                "then": ["$ref": .string("#/$defs/\(key)-\(kind)")],
            ]
        }
        return [
            "type": "object", "propertyNames": SettingSchema.plainName,
            "additionalProperties": [
                "type": "object", "required": [.string(key)],
                "properties": [key: ["enum": .array(kinds.map { .string($0) })]],
                "allOf": .array(choices),
            ],
        ]
    }

    private func schema(_ kind: DriverKind) -> JSONValue {
        SettingSchema.object(
            SettingsReader.describe(CommonDriverSettings.self) + kind.settings,
            SettingsReader.rules(of: CommonDriverSettings.self) + kind.settingRules)
    }

    private func schema(_ kind: any Policy.Type) -> JSONValue {
        let common = SettingsReader.describe(CommonPolicySettings.self)
        let rules = SettingsReader.rules(of: CommonPolicySettings.self) + kind.settingRules
        guard case .object(var schema) = SettingSchema.object(common + kind.settings, rules),
            case .object(var members)? = schema["properties"]
        else { return [:] }
        let inputs = ports(of: kind, fromDriver: true)
        let outputs = ports(of: kind, fromDriver: false)
        members["inputs"] = inputs.schema
        members["outputs"] = outputs.schema
        schema["properties"] = .object(members)
        schema["required"] = .array(
            (["policy"] + kind.settings.filter(\.isRequired).map(\.key)).map { .string($0) })
        // A shadow has the ends of the policy that it looks on at.
        let ends = (inputs.isRequired ? ["inputs"] : []) + (outputs.isRequired ? ["outputs"] : [])
        schema["if"] = ["not": ["required": ["shadow"]]]
        let required: JSONValue = ["required": .array(ends.map { .string($0) })]
        schema["then"] = required.merging(SettingSchema.all(kind.portNeeds.map(\.schema)))
        return .object(schema)
    }

    private func ports(
        of kind: any Policy.Type, fromDriver: Bool
    ) -> (schema: JSONValue, isRequired: Bool) {
        let ports = kind.ports.filter { $0.flow.isFromDriver == fromDriver }
        let required = ports.filter(\.isRequired).map { JSONValue.string($0.name) }
        let members = ports.map { ($0.name, ["type": "string"] as JSONValue) }
        let schema: JSONValue = [
            "type": "object", "required": .array(required),
            "additionalProperties": kind.portsDependOnSettings ? ["type": "string"] : false,
            "properties": .object(Dictionary(members) { first, _ in first }),
        ]
        return (schema, !required.isEmpty)
    }
}
