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
