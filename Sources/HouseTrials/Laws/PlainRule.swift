import Core
import Settings
import Values

/// The rule of the Arduino locker that Roost replaces, to be compared with: light above 700 of 1023, with
/// a band of 30 around it, and 2 to 33 °C unlock; darker, colder or hotter locks, at once. It looks
/// at no switch and doubts no sensor: one that is gone reads 0, or -127 °C as its library says.
package struct PlainRule: Policy {
    package static let name = "plain-rule"
    package static let summary = "The rule of the locker before Roost, for comparison."
    package static let defaultPeriod = Duration.milliseconds(250)

    package enum Request: String, PluginRequest {
        case lock, unlock, auto

        package static let declarations: [RequestDeclaration<Request>] = [
            .init("lock", "Lock, whatever the sensors say.", .lock),
            .init("unlock", "Go by light and temperature again.", .unlock),
            .init("auto", "Go by light and temperature again.", .auto),
        ]
    }

    package struct Settings: PluginSettings {
        let lockedAngle: Angle
        let unlockedAngle: Angle

        init(lockedAngle: Angle, unlockedAngle: Angle) {
            self.lockedAngle = lockedAngle
            self.unlockedAngle = unlockedAngle
        }

        package init(_ read: SettingsReader) {
            lockedAngle = read(
                "locked_angle", .angle(0...270), default: .degrees(180), "The bolt is out.")
            unlockedAngle = read(
                "unlocked_angle", .angle(0...270), default: .degrees(65), "The bolt is back.")
        }
    }

    package struct Inputs: PolicyInputs {
        let ratio: Double
        let celsius: Double?
        let requests: [Event<Request>]
    }

    package struct Outputs: PolicyOutputs {
        let bolt: ServoCommand
        package let reason: Why
        package let responses: [Response]
    }

    package enum Why: String, Reason {
        case locked, unlocked
        case lockedByHand = "locked-by-hand"

        package var code: String { rawValue }
        package var description: String { rawValue }
    }

    private var isBright = true
    private var isLockedByHand = false

    package init(settings: Settings) {}

    package mutating func step(
        _ inputs: Inputs, by settings: Settings, at now: Instant
    ) -> Outputs {
        for request in inputs.requests { isLockedByHand = request.value == .lock }
        if inputs.ratio > 715.0 / 1023 { isBright = true }
        if inputs.ratio < 685.0 / 1023 { isBright = false }
        let isMild = inputs.celsius.map { (2...33).contains($0) } ?? true
        let isLocked = isLockedByHand || !isBright || !isMild
        return Outputs(
            bolt: .move(to: isLocked ? settings.lockedAngle : settings.unlockedAngle),
            reason: isLockedByHand ? .lockedByHand : isLocked ? .locked : .unlocked,
            responses: inputs.requests.map { Response(to: $0.number, .done, "") })
    }
}

extension PlainRule.Inputs {
    package init(_ port: InputReader) {
        let light: Sample<LightLevel> = port.sample("light", "How light it is outside.")
        let temperature: Sample<Temperature>? = port.sample(
            optional: "temperature", "How warm it is outside.")
        ratio = light.value?.ratio ?? 0
        celsius = temperature.map { $0.value?.celsius ?? -127 }
        requests = port.requests()
    }
}

extension PlainRule.Outputs {
    package static func declare(_ port: OutputPorts<PlainRule.Outputs>) {
        port.command("bolt", "Where the bolt is to go.") { $0.bolt }
    }
}
