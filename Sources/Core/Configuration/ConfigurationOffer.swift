import Settings
import Values

/// A configuration as it is offered to a roost that runs: its text, and those of the files that it names.
///
/// A text and no path: the service sees other files than whoever asks, and nobody should have it open one
/// for them.
package struct ConfigurationOffer: Codable, Equatable, Sendable {
    package let text: String
    /// By the names in the configuration.
    package let files: [String: FileText]
    /// The shadow whose settings a policy is to have, by the policy's name; `nil` for as it is where it is
    /// offered.
    package let selection: [String: String]?
    /// Settings that hold in the place of those of the text, since nothing loosens protection by itself.
    package let kept: KeptSettings?

    package init(
        text: String, files: [String: FileText], selection: [String: String]? = nil,
        kept: KeptSettings? = nil
    ) {
        self.text = text
        self.files = files
        self.selection = selection
        self.kept = kept.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Reads it as a whole; `selection` is what holds where it says nothing of that.
    ///
    /// - Throws: every error of it, or that its own selection names no such shadow.
    package func configuration(
        _ registry: PluginRegistry, selection: [String: String] = [:]
    ) throws(PlainError) -> Configuration {
        let read = selected(in: try read(registry), selection)
        for (policy, name) in self.selection ?? [:] where read.selection[policy] != name {
            throw PlainError("\(policy) cannot use \"\(name)\": that is no shadow of it there")
        }
        do throws(ConfigurationErrors) {
            return try read.keeping(kept ?? KeptSettings())
        } catch {
            let problems = error.all.map(\.description).joined(separator: "; ")
            throw PlainError("the settings that are kept do not fit it: \(problems)")
        }
    }

    private func read(_ registry: PluginRegistry) throws(PlainError) -> Configuration {
        let bytes = Array(text.utf8)
        do throws(ConfigurationErrors) {
            return try ConfigurationReader.read(
                bytes, registry: registry,
                files: { [files] name, _ throws(PlainError) in
                    guard let file = files[name] else {
                        throw PlainError("the content of \(name) does not come with it")
                    }
                    return file
                })
        } catch {
            let errors = ConfigurationText(name: "configuration", bytes).report(error)
            throw PlainError("the configuration is bad\n" + errors.joined(separator: "\n"))
        }
    }

    /// What was read from it, where each policy has the settings that it is to have.
    package func selected(
        in read: Configuration, _ selection: [String: String]
    ) -> Configuration {
        var selected = read.selecting(self.selection ?? selection)
        selected.offer = ConfigurationOffer(
            text: text, files: files, selection: selected.selection)
        return selected
    }
}
