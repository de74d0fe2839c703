import JSON
import Settings
import Values

/// What `plugin.json` says of a driver that is a program of its own: everything that can be known without running it.
package struct Manifest: PluginSettings {
    /// Of the manifest, and of what is spoken on the wire.
    package static let version = 1
    /// The most bytes of a manifest: the program sends it in one line.
    package static let maxBytes = 32768
    /// The keys that every driver has in a configuration.
    private static let reserved: Set = ["driver", "after", "switchable", "guarded"]

    package let name: String
    package let version: String
    package let summary: String
    /// The program's file, in the folder of the manifest.
    package let program: String
    /// How long the program may take from its start until it is ready.
    package let readyWithin: Duration
    package let settings: [String: ManifestSetting]
    package let ports: [String: ManifestPort]

    package init(_ read: SettingsReader) {
        _ = read(
            required: "roost_plugin", .integer(Self.version...Self.version),
            "The version of the manifest and of the protocol.")
        name = read(
            required: "name",
            .matching(
                "\"VENDOR.KIND\": two words of small letters, digits and \"-\"", Self.isName),
            "The word in a configuration.")
        version = read(required: "version", .text("the version of the plugin"), "Its version.")
        summary = read(required: "summary", .sentence, "What it is, for the reference.")
        program = read(
            required: "program",
            .matching("the name of a file beside the manifest") {
                (1...100).contains($0.utf8.count) && !$0.hasPrefix(".")
                    && !$0.utf8.contains { $0 <= 0x20 || $0 == 0x2F || $0 == 0x7F }
            },
            "The program.")
        readyWithin = read(
            "ready_within", .duration(.seconds(1) ... .seconds(60)), default: .seconds(5),
            "How long it may take from its start until it is ready.")
        settings = read(
            "settings", .named(.object(ManifestSetting.self), count: 0...32), default: [:],
            "Its settings in a configuration.")
        ports = read(
            required: "ports", .named(.object(ManifestPort.self), count: 1...32), "What it gives.")
        for (name, port) in ports.sorted(by: { $0.key < $1.key }) {
            guard let key = port.periodSetting, settings[key]?.isTime != true else { continue }
            read.reject(
                SettingPlace([.key("ports"), .key(name), .key("valid_for")]), .unknownName,
                "no setting that is a time, and always has a value, is called \"\(key)\"")
        }
        let taken = settings.keys.filter(Self.reserved.contains).sorted()
        read.check(
            taken.isEmpty, "settings",
            "every driver has \(taken.joined(separator: " and ")) already: give it another name")
    }

    /// Whether a text can name a kind of driver that is no part of Roost. None of those that are has a dot.
    package static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                (1...32).contains(part.utf8.count)
                    && part.utf8.allSatisfy {
                        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                    }
            }
    }
}

extension SettingKind where Value == String {
    /// A sentence of one line.
    static var sentence: SettingKind {
        matching("a sentence of at most 200 bytes, on one line") {
            (1...200).contains($0.utf8.count) && $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
    }
}
