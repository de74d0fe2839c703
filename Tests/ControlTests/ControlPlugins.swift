import Core
import Settings
import TestSupport
import Values

// Plugins that control requests fail at.

/// Has the requests of a keeper, and answers none.
struct TestDeaf: Policy {
    static let name = "deaf"
    static let summary = "Answers nothing."
    static let defaultPeriod = Duration.milliseconds(100)

    struct Inputs: PolicyInputs {
        init(_ port: InputReader) { let _: [Event<TestKeeper.Request>] = port.requests() }
    }
    struct Outputs: PolicyOutputs {
        let reason: Why
    }
    enum Why: String, Reason {
        case deaf

        var code: String { rawValue }
        var description: String { rawValue }
    }

    typealias Request = TestKeeper.Request

    init(settings: NoSettings) {}

    mutating func step(_ inputs: Inputs, by settings: NoSettings, at now: Instant) -> Outputs {
        Outputs(reason: .deaf)
    }
}

/// Has no device.
enum TestBroken: DriverPlugin {
    static let name = "broken"
    static let summary = "Cannot start."
    static let ports: [DriverPort] = []

    static func start(
        _ settings: NoSettings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        throw DeviceError(.absent, "no such chip")
    }
}

/// The plugins of tests, with those.
let controlRegistry = PluginRegistry(
    kinds: testRegistry.drivers + [DriverKind(TestBroken.self)],
    policies: testRegistry.policies + [TestDeaf.self])

/// A configuration in which nobody answers.
func deafConfiguration() throws -> Configuration {
    try ConfigurationReader.read(
        Array(#"{"policies": {"deaf": {"policy": "deaf"}}}"#.utf8), registry: controlRegistry)
}
