import Core
import Values

/// The record of the protection that is in force, as a file of the state directory.
struct FileProtectionStore: ProtectionStore {
    private let file: SealedFile<ProtectionRecord>

    init(directory: String) {
        // A configuration names missions, whose texts are in it.
        file = SealedFile(
            path: "\(directory)/protection.json", key: "protection",
            name: "record of the protection in force", maxBytes: 4 << 20)
    }

    func load() -> SavedProtection {
        let found = file.find(otherwise: "the file of the service counts")
        return SavedProtection(record: found.value, damage: found.damage)
    }

    func save(_ record: ProtectionRecord) throws(PlainError) { try file.save(record) }
}
