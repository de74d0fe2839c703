import Core
import DriverKit
import Glibc
import JSON
import Values

extension GPSD {
    /// A TPV report: time, position, velocity.
    struct PositionReport: Equatable, Sendable {
        /// Which receiver it comes from.
        let device: String?
        /// Whether it is one of a receiver, with a fix or without: what is none, such as a compass, has no mode.
        let isOfReceiver: Bool
        /// The receiver's time as text. Only compared: it names the epoch.
        let time: String?
        /// `nil` when the receiver has no fix, or one that nobody measured.
        let fix: Fix?
        /// How gpsd says that the receiver came by it.
        let origin: FixOrigin

        /// Reads a TPV object. An optional attribute out of its range is left out.
        ///
        /// - Throws: when the mode is none of 0...3, or a fix has no valid position: then nothing in
        ///   the report can be believed.
        init(_ json: JSONValue) throws(MessageError) {
            guard let mode = json.integer("mode", 0...3) else {
                throw MessageError("TPV without a mode from 0 to 3")
            }
            device = json.text("device")
            isOfReceiver = mode > 0
            time = json.text("time")
            origin = FixOrigin(gpsd: json)
            if case .notMeasured = origin {
                fix = nil
            } else {
                fix = mode >= 2 ? try Self.fix(json, isThreeDimensional: mode == 3) : nil
            }
        }

        private static func fix(
            _ json: JSONValue, isThreeDimensional: Bool
        ) throws(MessageError) -> Fix {
            guard let latitude = json.number("lat", -90...90),
                let longitude = json.number("lon", -180...180),
                let position = Position(latitude: latitude, longitude: longitude)
            else { throw MessageError("TPV with a fix but without a valid lat and lon") }
            // "alt" is the name that altMSL had before gpsd 3.20.
            let altitude =
                json.number("altMSL", Fix.plausibleAltitudes)
                ?? json.number("alt", Fix.plausibleAltitudes)
            return Fix(
                position: position, altitudeMetres: isThreeDimensional ? altitude : nil,
                horizontalErrorMetres: horizontalError(json),
                speedMetresPerSecond: json.number("speed", 0...Fix.plausibleSpeed),
                course: json.number("track", 0...360).map { Angle.degrees($0).compass })
        }

        /// gpsd says it as one number, or as two for the axes.
        private static func horizontalError(_ json: JSONValue) -> Double? {
            let plausible = 0.0...100_000.0
            if let both = json.number("eph", plausible) { return both }
            guard let east = json.number("epx", plausible),
                let north = json.number("epy", plausible)
            else { return nil }
            return hypot(east, north)
        }
    }
}
