import Core
import JSON
import Settings
import TestSupport
import TestTraits
import Testing
import Values

@testable import ARDrone

/// A policy that asks the driver for a show of lamps, as `roost send` would.
@Suite("Requests of a policy to the drone", .timeLimit(.minutes(10)), .blocking)
struct PolicyRequestTests {
    @Test("The lamps show what a policy asks for, once, and it hears that they do")
    func lamps() throws {
        let peer = try LoopbackDrone(FakeDrone())
        let directory = try TemporaryDirectory()
        let text = """
            {"drivers": {"drone": {"driver": "ardrone", "address": "127.0.0.1", "flat_trim": false,
               "command_port": \(peer.commandPort), "navdata_port": \(peer.navdataPort),
               "control_port": 1}},
             "policies": {"signal": {"policy": "signal", "outputs": {"lamps": "drone"}}}}
            """
        let registry = PluginRegistry(
            drivers: [ARDrone.self], policies: [Signal.self])
        let clock = DispatchScheduler()
        let log = MemoryLog()
        let supervisor = try Supervisor(
            ConfigurationReader.read(Array(text.utf8), registry: registry), scheduler: clock,
            log: Log(log, source: "roost"), runtime: directory.path, manager: NoServiceManager(),
            onStopped: { _ in })
        supervisor.start()
        defer { supervisor.stop(because: "the test is over") }
        func reason() -> String? { supervisor.status(at: clock.now).policies[0].reason?.text }
        #expect(eventually { reason()?.hasPrefix("done: ") == true }, "\(reason() ?? "nothing")")
        // The animation's number of the protocol, 2.5 Hz as an IEEE 754 single, 1 s.
        let shown = peer.drone.taken.filter { $0.arguments.first == "\"leds:leds_anim\"" }
        #expect(shown.last?.arguments.dropFirst() == ["\"1", "1075838976", "1\""])
        #expect(
            log.lines.contains { $0.contains("asked by policy signal of drone: led") },
            "\(log.lines)")
    }
}

/// Asks for the lamps until it has heard that they show it; a drone needs a moment to be ready.
private struct Signal: Policy {
    static let name = "signal"
    static let summary = "Shows something with lamps."
    static let defaultPeriod = Duration.milliseconds(50)

    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }
    struct Inputs: PolicyInputs {
        let responses: [Response]

        init(_ port: InputReader) { responses = port.responses(of: "lamps") ?? [] }
    }
    struct Outputs: PolicyOutputs {
        let request: OutgoingRequest?
        let reason: Why

        static func declare(_ port: OutputPorts<Outputs>) {
            port.request("lamps", of: ["led"], "Whose lamps show it.") { $0.request }
        }
    }
    struct Why: Reason {
        let description: String
        var code: String { description }
    }

    private var number: UInt64 = 0
    private var answered: UInt64 = 0
    private var latest = "nothing heard"

    init(settings: Settings) {}

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
        for response in inputs.responses {
            latest = "\(response.outcome): \(response.message)"
            answered = response.number
        }
        let isWaiting = answered < number
        guard !isWaiting, !latest.hasPrefix("done") else {
            return Outputs(request: nil, reason: Why(description: latest))
        }
        number += 1
        let request = OutgoingRequest(
            number, "led", ["show": "blink-green", "hertz": 2.5, "seconds": 1])
        return Outputs(request: request, reason: Why(description: latest))
    }
}
