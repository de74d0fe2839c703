/// Where the receiver is, as a satellite receiver, a replayed track or the drone itself tells it.
package struct Fix: DeviceValue {
    package static let kind = "fix"

    package let position: Position
    /// Above mean sea level; `nil` for a two-dimensional fix.
    package let altitudeMetres: Double?
    /// Estimated horizontal error, if the receiver says it. Which share of the fixes lies within it
    /// is not promised: gpsd has `eph` from whatever the receiver gives, "maybe 50 %, maybe 95 %"
    /// (its gps.h), and computes it from the dilution of precision where the receiver gives nothing.
    package let horizontalErrorMetres: Double?
    package let hdop: Double?
    package let satellitesUsed: Int?
    package let speedMetresPerSecond: Double?
    /// Course over ground, clockwise from true north. Not where the nose points.
    package let course: Angle?

    package init(
        position: Position, altitudeMetres: Double? = nil, horizontalErrorMetres: Double? = nil,
        hdop: Double? = nil, satellitesUsed: Int? = nil, speedMetresPerSecond: Double? = nil,
        course: Angle? = nil
    ) {
        self.position = position
        self.altitudeMetres = altitudeMetres
        self.horizontalErrorMetres = horizontalErrorMetres
        self.hdop = hdop
        self.satellitesUsed = satellitesUsed
        self.speedMetresPerSecond = speedMetresPerSecond
        self.course = course
    }

    /// "52.47304 N 13.40326 E ±2.5 m"
    package var description: String {
        guard let horizontalErrorMetres else { return "\(position)" }
        return "\(position) ±\(fixedText(of: horizontalErrorMetres, decimals: 1)) m"
    }
}
