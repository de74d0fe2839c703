/// A configuration as it is offered to a roost that runs: its text, and those of the files that it names.
///
/// A text and no path: the service sees other files than whoever asks, and nobody should have it open one
/// for them.
package struct ConfigurationOffer: Codable, Equatable, Sendable {
    package let text: String
    /// By the names in the configuration.
    package let files: [String: FileText]

    package init(text: String, files: [String: FileText]) {
        self.text = text
        self.files = files
    }

    /// Reads it as a whole.
    ///
    /// - Throws: every problem of it.
    func configuration(_ registry: PluginRegistry) throws(PlainError) -> Configuration {
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
            let problems = ConfigurationText(name: "configuration", bytes).report(error)
            throw PlainError("the configuration is bad\n" + problems.joined(separator: "\n"))
        }
    }
}
