import Core
import Settings
import Values

/// What the rules call inputs, and what each of them is: by the rules alone.
struct PortTable {
    enum Form: Equatable {
        case number(Dimension)
        case contact
        case press
    }

    private(set) var forms: [String: Form] = [:]
    /// In the order in which they are named first.
    private(set) var names: [String] = []
    private(set) var mentions: [String: SettingPlace] = [:]

    mutating func mention(_ name: String, at place: SettingPlace) {
        guard mentions[name] == nil else { return }
        names.append(name)
        mentions[name] = place
    }

    func dimension(of name: String) -> Dimension? {
        guard case .number(let dimension)? = forms[name] else { return nil }
        return dimension
    }

    /// Takes note of what it is, where that is not known yet.
    mutating func use(_ name: String, as form: Form) {
        if forms[name] == nil { forms[name] = form }
    }
}
