/// What a contact at an input of a policy must say while a person does something: that it is the right way round shows no
/// other test. `roost doctor -i` asks for it.
@usableFromInline
package struct ContactStance: Sendable {
    package let port: String
    /// As a person is asked for it: "leave the flap shut".
    package let deed: String
    package let isActive: Bool
    /// What must be so before, so that the contact says the other: "have the bolt fully back"; `nil` for nothing.
    package let after: String?
    /// What is wrong where it says the other, and what to do.
    package let otherwise: String

    package init(
        _ port: String, _ deed: String, isActive: Bool, after: String? = nil, otherwise: String
    ) {
        self.port = port
        self.deed = deed
        self.isActive = isActive
        self.after = after
        self.otherwise = otherwise
    }
}
