import Core
import DriverKit
import JSON
import Values

extension GPSD {
    /// What of a SKY report matters here. Some receivers never cause one: nothing waits for it.
    struct SkyReport: Equatable, Sendable {
        /// Which receiver it comes from.
        let device: String?
        let hdop: Double?
        let satellitesUsed: Int?

        init(device: String? = nil, hdop: Double? = nil, satellitesUsed: Int? = nil) {
            self.device = device
            self.hdop = hdop
            self.satellitesUsed = satellitesUsed
        }

        init(_ json: JSONValue) {
            device = json.text("device")
            hdop = json.number("hdop", Fix.knownDilutions)
            satellitesUsed = json.integer("uSat", 0...255) ?? Self.countUsed(json)
        }

        /// This report with what it leaves out taken from an earlier one.
        func completed(by earlier: SkyReport) -> SkyReport {
            SkyReport(
                device: device, hdop: hdop ?? earlier.hdop,
                satellitesUsed: satellitesUsed ?? earlier.satellitesUsed)
        }

        /// Old versions of gpsd do not count.
        private static func countUsed(_ json: JSONValue) -> Int? {
            guard case .array(let satellites)? = json["satellites"] else { return nil }
            return satellites.count { $0["used"] == .bool(true) }
        }
    }
}

extension Fix {
    /// This fix with the figures of the sky that it was taken under.
    func with(_ sky: GPSD.SkyReport) -> Fix {
        Fix(
            position: position, altitudeMetres: altitudeMetres,
            horizontalErrorMetres: horizontalErrorMetres, hdop: sky.hdop,
            satellitesUsed: sky.satellitesUsed, speedMetresPerSecond: speedMetresPerSecond,
            course: course)
    }
}
