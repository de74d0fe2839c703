import Glibc
import Values

/// The drone's compass: what it measures of the field around it, in milligauss.
struct Magnetometer: Sendable {
    struct Reading: Equatable, Sendable {
        /// As measured, in the body frame.
        var raw: BodyVector
        /// What calibration found to be the drone's own iron.
        var offset: BodyVector
        var heading: Angle
        var isCalibrated: Bool

        /// What is left for the earth.
        var rectified: BodyVector { raw - offset }
    }

    /// The field of central Europe: so much to the north, so much into the ground.
    private static let north = 200.0
    private static let down = 430.0
    /// The field of the drone's own iron, which only a calibration tells from the earth's.
    private static let iron = BodyVector(x: 32, y: -18, z: 25)

    static func read(
        _ airframe: Airframe, disturbance: PlaneVector, isCalibrated: Bool
    ) -> Reading {
        let field = PlaneVector(east: 0, north: north) + disturbance
        let outside = BodyVector(
            field, down: down, heading: airframe.heading, pitch: airframe.pitch,
            roll: airframe.roll)
        let offset = isCalibrated ? iron : .zero
        let raw = outside + iron
        return Reading(
            raw: raw, offset: offset,
            heading: heading(raw - offset, pitch: airframe.pitch, roll: airframe.roll),
            isCalibrated: isCalibrated)
    }

    /// Where the nose points by this field, once the tilt of the body is taken out of it.
    private static func heading(_ field: BodyVector, pitch: Angle, roll: Angle) -> Angle {
        let (sinRoll, cosRoll) = (sin(roll.radians), cos(roll.radians))
        let tilted = field.y * sinRoll + field.z * cosRoll
        let forward = field.x * cos(pitch.radians) + tilted * sin(pitch.radians)
        let right = field.y * cosRoll - field.z * sinRoll
        return Angle.radians(atan2(-right, forward)).compass
    }
}
