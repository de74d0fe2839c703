/// The ends that a policy reads and commands: a value made by asking for each of them once.
///
/// The initialiser is the only place that states a port: its name, what it carries, whether it may
/// be left out, and its sentence. Connecting, checking and the reference are all made by running
/// it, so a policy cannot look at a port that nobody connects.
///
/// ```swift
/// struct Ports: PolicyPorts {
///     let light: Source<LightLevel>
///     let lamp: CommandWriter<SwitchCommand>
///     init(_ port: PortReader) {
///         light = port.input("light", "How light it is.")
///         lamp = port.output("lamp", "Whether the lamp is lit.")
///     }
/// }
/// ```
@usableFromInline
package protocol PolicyPorts: Sendable {
    init(_ port: PortReader)
}
