import Core
import Drivers
import Settings
import TestSupport
import Testing
import Values

/// Says which press of its button was the last.
private struct Ringer: Policy {
    static let name = "ringer"
    static let summary = "For tests."
    static let defaultPeriod = Duration.milliseconds(100)

    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }
    struct Inputs: PolicyInputs {
        let presses: [Event<ButtonPress>]

        init(_ port: InputReader) { presses = port.events("button", "The button.") }
    }
    struct Outputs: PolicyOutputs {
        let reason: Why
    }
    enum Why: Reason {
        case quiet
        case rung(ButtonPress, times: Int)

        var code: String { description }
        var description: String {
            switch self {
            case .quiet: "quiet"
            case .rung(let press, let times): "rung \(times) times, last by a \(press)"
            }
        }
    }

    private var reason = Why.quiet
    private var times = 0

    init(settings: Settings) {}

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
        for event in inputs.presses {
            times += 1
            reason = .rung(event.value, times: times)
        }
        return Outputs(reason: reason)
    }
}

@Suite("A policy that a button drives")
struct ButtonPolicyTests {
    private let root: TemporaryDirectory
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let log = MemoryLog()

    init() throws {
        root = try TemporaryDirectory()
        try root.makeSysfsLine(17)
    }

    private func read(_ input: String) throws(ConfigurationErrors) -> Configuration {
        let text = """
            {
              "sysfs": "\(root.path)/sys",
              "drivers": {
                "bell": {
                  "driver": "gpio-input", "line": "sysfs:17", "mode": "button", "poll": "10ms"
                }
              },
              "policies": { "ringer": { "policy": "ringer", "inputs": { "button": "\(input)" } } }
            }
            """
        return try ConfigurationReader.read(
            Array(text.utf8),
            registry: PluginRegistry(
                drivers: [GPIOInput.self],
                policies: [Ringer.self]))
    }

    private func press(_ milliseconds: Int64, then pause: Int64) throws {
        try root.setSysfsLine(17, isActive: true)
        clock.advance(by: .milliseconds(milliseconds))
        try root.setSysfsLine(17, isActive: false)
        clock.advance(by: .milliseconds(pause))
    }

    @Test(
        "gets each press once, as the configuration connects it",
        arguments: ["bell", "bell.presses"])
    func presses(input: String) throws {
        let supervisor = try Supervisor(
            read(input), scheduler: clock, log: Log(log, source: "roost"),
            runtime: "\(root.path)/run", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        // It looks every 100 ms: no press is there for two looks.
        try press(50, then: 50)
        try press(50, then: 500)
        try press(900, then: 500)
        try press(60, then: 500)
        #expect(
            log.lines.filter { $0.hasPrefix("notice ringer: ") } == [
                "notice ringer: quiet",
                "notice ringer: rung 1 times, last by a double-press",
                "notice ringer: rung 2 times, last by a long-press",
                "notice ringer: rung 3 times, last by a press",
            ])
        supervisor.stop(because: "test")
        clock.advance(by: .seconds(1))
    }

    @Test("a contact is no button: the configuration is refused")
    func contact() {
        let said = thrownError(ConfigurationErrors.self) { try read("bell.contact") }
        #expect("\(said.map { "\($0)" } ?? "")".contains("a source of events of button-press"))
    }
}
