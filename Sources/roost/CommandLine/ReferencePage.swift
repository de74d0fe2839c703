import Core
import Settings
import Values

/// The reference of every configuration key, in Markdown, made from the declarations themselves.
///
/// `docs/configuration.md` holds it; a test compares the two, so the page cannot drift.
struct ReferencePage: Sendable, CustomStringConvertible {
    static let usage = """
        roost reference
              every configuration key with its meaning, unit, range and default, as Markdown
        """

    private let registry: PluginRegistry

    init(_ registry: PluginRegistry) {
        self.registry = registry
    }

    var description: String {
        ([preface, "## Top level", table(SettingsReader.describe(GeneralSettings.self))]
            + ["## Drivers", driverPreface]
            + registry.drivers.sorted { $0.name < $1.name }.map(driver)
            + ["## Policies", policyPreface]
            + registry.policies.sorted { $0.name < $1.name }.map(policy)
            + ["## Errors", errors])
            .joined(separator: "\n\n") + "\n"
    }

    // MARK: Sections

    private func driver(_ kind: DriverKind) -> String {
        let ports = kind.ports.map { port in
            "- \(port.flow.driverVerb) `\(port.name)`, a *\(port.kind)*: \(port.summary)"
        }
        return section(kind.name, kind.summary, ports, kind.settings, kind.requests)
    }

    private func policy(_ kind: any Policy.Type) -> String {
        let ports = kind.ports.map { port in
            let need = port.isRequired ? "" : " (may be left out)"
            return
                "- \(port.flow.policyVerb) `\(port.name)`, a *\(port.kind)*\(need): \(port.summary)"
        }
        let every = "Steps every \(text(of: kind.defaultPeriod)) unless `every` says otherwise."
        return section(kind.name, "\(kind.summary) \(every)", ports, kind.settings, kind.requests)
    }

    private func section(
        _ name: String, _ summary: String, _ ports: [String], _ settings: [SettingDescription],
        _ requests: [RequestDescription]
    ) -> String {
        let parts = ["### `\(name)`", summary, ports.joined(separator: "\n"), table(settings)]
        return (parts + self.requests(requests)).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// What it can be asked for, as `roost send` takes it.
    private func requests(_ requests: [RequestDescription]) -> [String] {
        guard !requests.isEmpty else { return [] }
        let rows = requests.flatMap { request in
            let effect = request.effect == .ordinary ? "" : " Effect: \(request.effect.rawValue)."
            return ["| `\(request.name)` | | | \(cell(request.summary))\(effect) |"]
                + self.rows(request.arguments) { "`\(request.name)` `\($0)`" }
        }
        return [
            "It takes these requests (`roost send NAME REQUEST ...`):", table("request", rows),
        ]
    }

    private func table(_ settings: [SettingDescription]) -> String {
        settings.isEmpty ? "It takes no settings." : table("key", rows(settings) { "`\($0)`" })
    }

    private func table(_ first: String, _ rows: [String]) -> String {
        "| \(first) | what it takes | default | meaning |\n|---|---|---|---|\n"
            + rows.joined(separator: "\n")
    }

    /// A row each, with those inside; `name` is how a key is shown.
    private func rows(
        _ settings: [SettingDescription], name: (String) -> String
    ) -> [String] {
        settings.flatMap { setting in
            let fallback =
                setting.isRequired ? "required" : setting.defaultText.map { "`\($0)`" } ?? "–"
            let columns = [
                name(setting.key), cell(setting.expected), cell(fallback), cell(setting.summary),
            ]
            let row = "| " + columns.joined(separator: " | ") + " |"
            return [row] + rows(setting.members) { name("\(setting.key).\($0)") }
        }
    }

    /// Text that does not break out of its cell.
    private func cell(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }

    // MARK: Prose

    private var preface: String {
        """
        # Configuration

        One JSON file says which drivers and policies run and how. `roost check FILE` says everything
        that is wrong with one, at once, and starts nothing. A number that needs a unit carries it in
        the value, as a text: `"250ms"`, `"65deg"`, `"33 °C"`, `"12m"`, `"20%"`. An unknown key is an
        error, so is a key that stands twice. A comment goes from `//` to the end of its line.
        `roost check --fix FILE` mends what leaves no choice. Editors that know JSON Schema complete the
        keys and mark mistakes: `"$schema": "\(ConfigurationSchema.path)"`.

        This page is made by `roost reference` from the same declarations that check the file.

        | Quantity | Units |
        |---|---|
        \(Quantity.all.map(unitsRow).joined(separator: "\n"))
        """
    }

    private func unitsRow(_ quantity: Quantity) -> String {
        "| \(quantity.noun) | \(quantity.symbols.joined(separator: ", ")) |"
    }

    /// The codes, with the first sentence of what `roost explain` tells of each.
    private var errors: String {
        let rows = ConfigurationError.Code.allCases.map { code in
            let text = code.explanation.text
            let end = text.firstIndex(of: ".") ?? text.endIndex
            return "| `\(code.rawValue)` | \(text[..<end]). |"
        }
        return """
            Each line that `roost check` prints ends with a code, which stays the same from release to \
            release; `roost explain CODE` tells more, with an example.

            | code | what it means |
            |---|---|
            \(rows.joined(separator: "\n"))
            """
    }

    private var driverPreface: String {
        """
        Each has a name of your choice: `"outside": { "driver": "ds18b20", "every": "10s" }`. Besides
        its own settings every driver takes these:

        \(table(SettingsReader.describe(CommonDriverSettings.self)))
        """
    }

    private var policyPreface: String {
        """
        Each has a name of your choice. What one can be asked for while it runs is below its settings:
        `roost send` does it. Besides its own settings every policy takes these:

        \(table(SettingsReader.describe(CommonPolicySettings.self)))
        """
    }
}
