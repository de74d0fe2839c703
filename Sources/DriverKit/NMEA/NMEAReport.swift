import Devices

/// What one sentence, or all sentences of a cycle together, say of the receiver's state.
package struct NMEAReport: Equatable, Sendable {
    /// When it was measured.
    package var time: NMEATimeOfDay?
    /// Days since 1970.
    package var day: Int?
    /// `nil` where a sentence does not tell: VTG.
    package var quality: NMEAFixQuality?
    package var position: Position?
    /// Above mean sea level.
    package var altitudeMetres: Double?
    package var hdop: Double?
    package var satellitesUsed: Int?
    package var speedMetresPerSecond: Double?
    /// Course over ground, clockwise from true north.
    package var course: Angle?

    /// Reads GGA, RMC and VTG; `nil` for a sentence of another type.
    ///
    /// - Throws: when a field is no such value, or a fix lacks position or time: a sentence is
    ///   believed whole or not at all.
    package init?(_ sentence: NMEASentence) throws(NMEAError) {
        switch sentence.type {
        case "GGA": try self.init(gga: sentence)
        case "RMC": try self.init(rmc: sentence)
        case "VTG": try self.init(vtg: sentence)
        default: return nil
        }
    }

    /// Adds what a later sentence of the same cycle says; what it leaves empty stays.
    package mutating func merge(_ later: NMEAReport) {
        time = later.time ?? time
        day = later.day ?? day
        quality = Self.worse(quality, later.quality)
        position = later.position ?? position
        altitudeMetres = later.altitudeMetres ?? altitudeMetres
        hdop = later.hdop ?? hdop
        satellitesUsed = later.satellitesUsed ?? satellitesUsed
        speedMetresPerSecond = later.speedMetresPerSecond ?? speedMetresPerSecond
        course = later.course ?? course
    }

    /// The fix, if there is one.
    ///
    /// - Parameter acceptingSimulated: whether a receiver's simulator mode counts too. Positions
    ///   that are estimated or typed in never do.
    /// - Returns: `nil` without a position that can be believed.
    package func fix(acceptingSimulated: Bool = false) -> Fix? {
        guard let position, let quality,
            quality.isMeasured || acceptingSimulated && quality == .simulated
        else { return nil }
        return Fix(
            position: position, altitudeMetres: altitudeMetres, hdop: hdop,
            satellitesUsed: satellitesUsed, speedMetresPerSecond: speedMetresPerSecond,
            course: course)
    }

    /// Where sentences disagree, the one that trusts the position less is right.
    private static func worse(
        _ first: NMEAFixQuality?, _ second: NMEAFixQuality?
    ) -> NMEAFixQuality? {
        guard let first, let second else { return first ?? second }
        if first == .invalid || second == .invalid { return .invalid }
        return first.isMeasured ? second : first
    }
}

extension Fix {
    /// In metres above mean sea level: from below the Dead Sea's floor to where balloons end.
    package static let plausibleAltitudes = -1000.0...50_000.0
    /// In metres per second; export rules stop civil receivers at 515.
    package static let plausibleSpeed = 600.0
}

/// How a receiver came by its position.
package enum NMEAFixQuality: Int, Equatable, Sendable {
    // The numbers are those of GGA's quality field.
    case invalid = 0
    case autonomous = 1
    case differential = 2
    case precise = 3
    case fixedRTK = 4
    case floatRTK = 5
    /// Dead reckoning, without satellites.
    case estimated = 6
    /// Typed in by somebody.
    case manual = 7
    case simulated = 8

    /// Reads the mode letter that RMC and VTG have since version 2.3.
    package init?(mode: String) {
        switch mode {
        case "A": self = .autonomous
        case "D": self = .differential
        case "E": self = .estimated
        case "F": self = .floatRTK
        case "M": self = .manual
        case "N": self = .invalid
        case "P": self = .precise
        case "R": self = .fixedRTK
        case "S": self = .simulated
        default: return nil
        }
    }

    /// Whether satellites were measured for it.
    package var isMeasured: Bool {
        switch self {
        case .autonomous, .differential, .precise, .fixedRTK, .floatRTK: true
        case .invalid, .estimated, .manual, .simulated: false
        }
    }
}
