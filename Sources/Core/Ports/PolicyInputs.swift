/// What a step of a policy decides by: a value that is made by asking for each part of it once.
///
/// The initializer is the only place that states an input: its name, what it carries, whether it may be left out, and its
/// sentence. It is run to describe the inputs (schema, reference), to connect them, and to read them in each step, so a
/// policy cannot read a port that is not connected.
///
/// ```swift
/// struct Inputs: PolicyInputs {
///     let light: Sample<LightLevel>
///     let requests: [Event<Request>]
/// }
///
/// extension Inputs {
///     init(_ port: InputReader) {
///         light = port.sample("light", "How light it is.")
///         requests = port.requests()
///     }
/// }
/// ```
///
/// It never waits, and decides nothing.
@usableFromInline
package protocol PolicyInputs: Codable, Equatable, Sendable {
    init(_ port: InputReader)
}
