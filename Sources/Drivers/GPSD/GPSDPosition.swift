import Core
import Devices
import DriverKit
import Glibc

/// A TPV report: time, position, velocity.
struct GPSDPosition: Equatable, Sendable {
    /// Which receiver it comes from.
    let device: String?
    /// The receiver's time as text. Only compared: it names the epoch.
    let time: String?
    /// `nil` when the receiver has no fix, or one that nobody measured.
    let fix: Fix?
    /// How gpsd says that the receiver came by it.
    let status: GPSDStatus

    /// Reads a TPV object. An optional attribute out of its range is left out.
    ///
    /// - Throws: when the mode is none of 0...3, or a fix has no valid position: then nothing in
    ///   the report can be believed.
    init(_ json: JSONValue) throws(GPSDError) {
        guard let mode = json.integer("mode", 0...3) else {
            throw GPSDError("TPV without a mode from 0 to 3")
        }
        device = json.text("device")
        time = json.text("time")
        status = GPSDStatus(json)
        fix =
            mode >= 2 && status.isUsable
            ? try Self.fix(json, isThreeDimensional: mode == 3) : nil
    }

    /// Why the fix is not a good one; `nil` when it is.
    var doubt: String? {
        if case .doubtful(let why) = status { why } else { nil }
    }

    /// Why there is no fix.
    var reasonForNoFix: String {
        if case .notMeasured(let why) = status {
            "no measured position: \(why)"
        } else {
            "the receiver has no fix"
        }
    }

    private static func fix(
        _ json: JSONValue, isThreeDimensional: Bool
    ) throws(GPSDError) -> Fix {
        guard let latitude = json.number("lat", -90...90),
            let longitude = json.number("lon", -180...180),
            let position = Position(latitude: latitude, longitude: longitude)
        else { throw GPSDError("TPV with a fix but without a valid lat and lon") }
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
        guard let east = json.number("epx", plausible), let north = json.number("epy", plausible)
        else { return nil }
        return hypot(east, north)
    }
}

/// What of a SKY report matters here. Some receivers never cause one: nothing waits for it.
struct GPSDSky: Equatable, Sendable {
    let hdop: Double?
    let satellitesUsed: Int?

    init(hdop: Double? = nil, satellitesUsed: Int? = nil) {
        self.hdop = hdop
        self.satellitesUsed = satellitesUsed
    }

    init(_ json: JSONValue) {
        // 99.99 is a receiver's way to say that it does not know.
        hdop = json.number("hdop", 0...99)
        satellitesUsed = json.integer("uSat", 0...255) ?? Self.countUsed(json)
    }

    /// This report with what it leaves out taken from an earlier one.
    func completed(by earlier: GPSDSky) -> GPSDSky {
        GPSDSky(
            hdop: hdop ?? earlier.hdop, satellitesUsed: satellitesUsed ?? earlier.satellitesUsed)
    }

    /// Old versions of gpsd do not count.
    private static func countUsed(_ json: JSONValue) -> Int? {
        guard case .array(let satellites)? = json["satellites"] else { return nil }
        return satellites.count { $0["used"] == .bool(true) }
    }
}

extension Fix {
    /// This fix with the figures of the sky that it was taken under.
    func with(_ sky: GPSDSky) -> Fix {
        Fix(
            position: position, altitudeMetres: altitudeMetres,
            horizontalErrorMetres: horizontalErrorMetres, hdop: sky.hdop,
            satellitesUsed: sky.satellitesUsed, speedMetresPerSecond: speedMetresPerSecond,
            course: course)
    }
}

/// How a receiver came by its fix: `status` of a TPV report, which gpsd leaves out when it knows no
/// more than that there is one.
///
/// The numbers are the `STATUS_` constants of gpsd's `gps.h`, the same from version 3.20 on.
enum GPSDStatus: Equatable, Sendable {
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
