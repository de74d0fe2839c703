import Core

extension GPSD {
    /// How a receiver came by its fix: `status` of a TPV report, which gpsd leaves out when it knows
    /// no more than that there is one.
    ///
    /// The numbers are the `STATUS_` constants of gpsd's `gps.h`, the same from version 3.20 on.
    enum FixStatus: Equatable, Sendable {
        /// By satellites: 0 unknown, 1 plain, 2 differential, 3 and 4 RTK, 9 PPS.
        case measured
        /// Not by satellites, or not by satellites alone: why it is no good fix.
        case doubtful(String)
        /// Nobody measured it.
        case notMeasured(String)

        init(_ json: JSONValue) {
            switch json["status"] {
            case nil, .number(0), .number(1), .number(2), .number(3), .number(4), .number(9):
                self = .measured
            case .number(5):
                self = .notMeasured("dead reckoning, without satellites")
            case .number(6):
                self = .doubtful("satellites and dead reckoning together")
            case .number(7):
                self = .doubtful("surveyed or typed in, as for a receiver that only gives the time")
            case .number(8):
                self = .notMeasured("the receiver simulates")
            case .some:
                // What a later gpsd means by it is not known, so it does not fly a drone.
                self = .doubtful("gpsd gives it a status that this driver does not know")
            }
        }

        var isUsable: Bool {
            if case .notMeasured = self { false } else { true }
        }
    }
}
