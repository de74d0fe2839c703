import Core
import DriverKit
import JSON

extension FixOrigin {
    /// Reads `status` of a TPV report, which gpsd leaves out when it knows no more than that there is a fix.
    ///
    /// The numbers are the `STATUS_` constants of gpsd's `gps.h`, the same from version 3.20 on: 0 unknown, 1 plain,
    /// 2 differential, 3 and 4 RTK, 9 PPS.
    init(gpsd report: JSONValue) {
        switch report["status"] {
        case nil, .number(0), .number(1), .number(2), .number(3), .number(4), .number(9):
            self = .measured
        case .number(5): self = .estimated
        case .number(6): self = .doubtful("satellites and dead reckoning together")
        case .number(7): self = .manual
        case .number(8): self = .simulated
        case .some:
            // What a later gpsd means by it is not known, so it does not fly a drone.
            self = .doubtful("gpsd gives it a status that this driver does not know")
        }
    }
}
