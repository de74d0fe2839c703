import Values

/// What one sentence, or all sentences of a cycle together, say of the receiver's state.
package struct NMEAReport: Equatable, Sendable {
    /// When it was measured.
    package var time: NMEATimeOfDay?
    /// Days since 1970.
    package var day: Int?
    /// `nil` where a sentence does not say it: VTG, GSA.
    package var quality: NMEAFixQuality?
    package var position: Position?
    /// Above mean sea level.
    package var altitudeMetres: Double?
    package var hdop: Double?
    package var satellitesUsed: Int?
    /// What GSA says of the whole fix.
    package var dimensions: NMEAFixDimensions?
    package var speedMetresPerSecond: Double?
    /// Course over ground, clockwise from true north.
    package var course: Angle?

    /// Reads GGA, RMC, GNS, GLL, VTG and GSA; `nil` for a sentence of another type.
    ///
    /// - Throws: when a field is no such value, or a fix lacks position or time: a sentence is
    ///   believed whole or not at all.
    package init?(_ sentence: NMEASentence) throws(NMEAError) {
        switch sentence.type {
        case "GGA": try self.init(gga: sentence)
        case "RMC": try self.init(rmc: sentence)
        case "GNS": try self.init(gns: sentence)
        case "GLL": try self.init(gll: sentence)
        case "VTG": try self.init(vtg: sentence)
        case "GSA": try self.init(gsa: sentence)
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
        // There is a GSA for each system of satellites, and one that is not used may say that it has none.
        dimensions = [dimensions, later.dimensions].compactMap { $0 }.max()
        speedMetresPerSecond = later.speedMetresPerSecond ?? speedMetresPerSecond
        course = later.course ?? course
    }

    /// What a report comes to.
    package enum Verdict: Equatable, Sendable {
        case fix(Fix, doubt: String?)
        case noFix(String)
    }

    /// Whether there is a fix, and what it is worth.
    ///
    /// - Parameter acceptingSimulated: whether a receiver's simulator mode counts too. A position that is estimated never does.
    /// - Returns: the fix, or why there is none.
    package func verdict(acceptingSimulated: Bool = false) -> Verdict {
        guard let position, let quality, quality != .invalid, dimensions != .noFix else {
            return .noFix(FixOrigin.measured.reasonForNoFix)
        }
        let origin = acceptingSimulated && quality == .simulated ? .measured : quality.origin
        if case .notMeasured = origin { return .noFix(origin.reasonForNoFix) }
        // A height needs a fourth satellite. Without one, a receiver repeats its last.
        let isFlat = dimensions == .two || satellitesUsed.map { $0 < 4 } ?? false
        let fix = Fix(
            position: position, altitudeMetres: isFlat ? nil : altitudeMetres, hdop: hdop,
            satellitesUsed: satellitesUsed, speedMetresPerSecond: speedMetresPerSecond,
            course: course)
        return .fix(fix, doubt: origin.doubt)
    }

    /// Where sentences disagree, the one that trusts the position less is right; of two that trust it alike, the later one.
    private static func worse(
        _ first: NMEAFixQuality?, _ second: NMEAFixQuality?
    ) -> NMEAFixQuality? {
        [second, first].compactMap { $0 }.min { $0.trust < $1.trust }
    }
}

extension Fix {
    /// In metres above mean sea level: from below the Dead Sea's floor to where balloons end.
    package static let plausibleAltitudes = -1000.0...50_000.0
    /// In metres per second; export rules stop civil receivers at 515.
    package static let plausibleSpeed = 600.0
    /// Dilutions of precision that are said in earnest: 99.99, 99.00 and 0.00 are ways to say that there is none (gpsd,
    /// drivers/driver_nmea0183.c).
    package static let knownDilutions = 0.01...89.99
}

/// How many dimensions a fix has. The numbers are those of GSA.
package enum NMEAFixDimensions: Int, Comparable, Sendable {
    case noFix = 1
    case two = 2
    case three = 3

    package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
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

    /// Reads the mode letter that RMC, GLL and VTG have since version 2.3, and GNS.
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

    package var origin: FixOrigin {
        switch self {
        case .invalid, .autonomous, .differential, .precise, .fixedRTK, .floatRTK: .measured
        case .estimated: .estimated
        case .manual: .manual
        case .simulated: .simulated
        }
    }

    /// How far a position of this quality is trusted: the more the higher.
    fileprivate var trust: Int {
        if self == .invalid { return 0 }
        return switch origin {
        case .notMeasured: 1
        case .doubtful: 2
        case .measured: 3
        }
    }
}
