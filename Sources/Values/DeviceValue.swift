/// What travels through a port: a measurement, a state, a command or a request.
///
/// Ports are typed by what they carry, so that a policy asks for "a temperature" and never for a
/// chip. A driver and a policy fit when the `kind` of their ports is the same.
///
/// Its `description` is the value as a person writes it, in a few words with units: "21.5 °C".
@usableFromInline
package protocol DeviceValue: Codable, Equatable, Sendable, CustomStringConvertible {
    /// The name of what is carried, as configuration errors and the reference show it.
    static var kind: String { get }
    /// What of it could have been otherwise, for `roost why`; nothing unless it says so.
    static var variables: [Variable] { get }
}

extension DeviceValue {
    package static var variables: [Variable] { [] }
}
