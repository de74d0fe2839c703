/// A policy of which programs beside the service show more than its reason.
package protocol PresentedPolicy: Policy {
    static var presentation: Presentation { get }
    /// `nil` unless it says so.
    static var view: PageView? { get }
}

extension PresentedPolicy {
    package static var view: PageView? { nil }
}

/// What such programs show of a policy, as data: they know no policy, and the policy knows none of them. It goes over the
/// control socket with the requests.
package struct Presentation: Codable, Equatable, Sendable {
    package let entities: [Entity]
    /// What the contacts at its inputs say, by the names of the inputs.
    package let contacts: [String: ContactMeaning]

    package init(entities: [Entity], contacts: [String: ContactMeaning] = [:]) {
        self.entities = entities
        self.contacts = contacts
    }
}

/// What a contact says that is active.
package enum ContactMeaning: String, Codable, Sendable {
    /// Something is locked: a bolt is out.
    case locked
    /// Something is shut.
    case shut
    /// The opposite.
    case open
    /// Something moves there.
    case motion
    case fire
}
