/// The effect of a request, as its plugin declares it. Programs that pass requests on use this, never a name.
package enum RequestEffect: String, CaseIterable, Codable, Comparable, Sendable {
    /// It can only make things safer, whenever it is done: "land", "unlock". It is never refused for its age, its number or
    /// the rate at which it comes, never displaced, and done once for all who ask for it meanwhile. It has no arguments.
    case safer
    /// It starts nothing that can hurt: "lock", "return". From a broker or over the radio it is taken unless a file says
    /// otherwise.
    case ordinary
    /// It may set in motion what can hurt: "takeoff". From a broker or over the radio it is taken only where a file
    /// names it.
    case hazardous
    /// It cannot be undone, and wants its word of confirmation: "cut-motors". It is never taken from a broker or over the
    /// radio.
    case irreversible

    package static func < (one: RequestEffect, other: RequestEffect) -> Bool {
        one.severity < other.severity
    }

    private var severity: Int {
        switch self {
        case .safer: 0
        case .ordinary: 1
        case .hazardous: 2
        case .irreversible: 3
        }
    }
}
