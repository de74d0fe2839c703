import Core
import Values

/// What lies below the floor camera.
package enum GroundSurface: String, CaseIterable, Sendable {
    /// The camera sees it pass.
    case textured
    /// It looks the same everywhere, and ripples: the camera sees no way over it.
    case water
    /// The camera sees nothing.
    case dark
}

/// The floor camera: how fast the ground passes below, as the firmware makes it out.
///
/// It measures an angle, which becomes a speed only by the height from the ultrasound.
struct FlowCamera: Sendable {
    /// Over the ground, in the frame of the body.
    struct Reading: Equatable, Sendable {
        var forwardMetresPerSecond = 0.0
        var rightMetresPerSecond = 0.0
    }

    /// How wrong a camera is.
    struct Errors: Equatable, Sendable {
        /// What it takes a metre per second for.
        var scale = 1.0
        /// The deviation of one axis.
        var noiseMetresPerSecond = 0.0
    }

    private static let noiseSeconds = 0.3
    /// How much ripples look like a way.
    private static let rippleMetresPerSecond = 0.2

    private(set) var reading = Reading()
    private let errors: Errors
    private var noise = PlaneVector.zero
    private var generator: SeededGenerator

    init(_ errors: Errors = Errors(), seed: UInt64) {
        self.errors = errors
        generator = SeededGenerator(seed: seed)
    }

    mutating func step(_ seconds: Double, _ airframe: Airframe, over surface: GroundSurface) {
        let ripple = surface == .water ? Self.rippleMetresPerSecond : 0
        wander(seconds, errors.noiseMetresPerSecond + ripple)
        let seen = surface == .textured ? errors.scale * share(airframe) : 0
        guard surface != .dark else { return reading = Reading() }
        reading = Reading(
            forwardMetresPerSecond: airframe.forwardMetresPerSecond * seen + noise.east,
            rightMetresPerSecond: airframe.rightMetresPerSecond * seen + noise.north)
    }

    /// Where the ultrasound hears nothing, the height that it heard last stands in.
    private func share(_ airframe: Airframe) -> Double {
        guard airframe.isBeyondUltrasound else { return 1 }
        return Airframe.ultrasoundMetres / airframe.altitudeMetres
    }

    private mutating func wander(_ seconds: Double, _ deviation: Double) {
        guard deviation > 0 else { return noise = .zero }
        noise = noise.wandered(seconds, lasting: Self.noiseSeconds, deviation, &generator)
    }
}
