/// Which session, user and application a `CONFIG` speaks for, or whose values hold.
struct ConfigurationIDs: Equatable, Sendable {
    var session: String
    var user: String
    var application: String

    /// Nobody's id: that of the values which a plain `CONFIG` sets.
    static let noID = "00000000"

    /// Who speaks when no ids were given.
    static let none = ConfigurationIDs(session: noID, user: noID, application: noID)

    /// The id under which a category keeps its values; empty for what everybody shares.
    subscript(owner: ConfigurationKey.Owner) -> String {
        get {
            switch owner {
            case .everybody: ""
            case .session: session
            case .user: user
            case .application: application
            }
        }
        set {
            switch owner {
            case .everybody: break
            case .session: session = newValue
            case .user: user = newValue
            case .application: application = newValue
            }
        }
    }

    /// Whether a text is an id: eight hexadecimal digits.
    static func isID(_ text: String) -> Bool {
        text.utf8.count == noID.utf8.count && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }
}
