/// What travels through a port: a measurement, a state, a command or a request.
///
/// Ports are typed by what they carry, so that a policy asks for "a temperature" and never for a
/// chip. A driver and a policy fit when the `kind` of their ports is the same.
package protocol DeviceValue: Codable, Equatable, Sendable {
    /// The name of what is carried, as configuration errors and the reference show it.
    static var kind: String { get }
}
