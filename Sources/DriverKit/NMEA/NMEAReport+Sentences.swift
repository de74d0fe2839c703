import Devices

extension NMEAReport {
    /// GGA: 1 time, 2-5 position, 6 quality, 7 satellites, 8 HDOP, 9-10 altitude, 11-12 geoid,
    /// 13-14 differential station.
    package init(gga sentence: NMEASentence) throws(NMEAError) {
        try Self.checkLength(sentence, atLeast: 10)
        time = try sentence.time(1)
        position = try sentence.position(2)
        guard let number = try sentence.integer(6, "quality", 0...8) else {
            throw NMEAError("GGA: the quality is empty")
        }
        quality = NMEAFixQuality(rawValue: number)
        satellitesUsed = try sentence.integer(7, "number of satellites", 0...255)
        // 99 and 99.99 are receivers' ways to say that they do not know.
        hdop = try sentence.number(8, "HDOP", 0...10_000).flatMap { $0 < 99 ? $0 : nil }
        altitudeMetres = try sentence.number(9, "altitude", Fix.plausibleAltitudes)
        try sentence.checkUnit(10, is: "M", of: "altitude")
        try checkFix(sentence)
    }

    /// RMC: 1 time, 2 status, 3-6 position, 7 speed in knots, 8 course, 9 date, 10-11 magnetic
    /// variation, 12 mode since version 2.3.
    package init(rmc sentence: NMEASentence) throws(NMEAError) {
        try Self.checkLength(sentence, atLeast: 9)
        time = try sentence.time(1)
        position = try sentence.position(3)
        let mode = try Self.mode(sentence, 12)
        switch sentence[2] {
        case "A": quality = mode ?? .autonomous
        case "V": quality = .invalid
        default: throw sentence.fieldError("status", sentence[2] ?? "")
        }
        speedMetresPerSecond = try Self.speed(sentence, knots: 7)
        course = try Self.course(sentence, 8)
        day = try sentence.day(9)
        try checkFix(sentence)
    }

    /// VTG: 1-2 true course, 3-4 magnetic course, 5-6 speed in knots, 7-8 in km/h, 9 mode since
    /// version 2.3.
    package init(vtg sentence: NMEASentence) throws(NMEAError) {
        try Self.checkLength(sentence, atLeast: 8)
        try sentence.checkUnit(2, is: "T", of: "course")
        try sentence.checkUnit(6, is: "N", of: "speed")
        try sentence.checkUnit(8, is: "K", of: "speed")
        let metric = try sentence.number(7, "speed", 0...(Fix.plausibleSpeed * 3.6))
        let speed = try Self.speed(sentence, knots: 5) ?? metric.map { $0 / 3.6 }
        let course = try Self.course(sentence, 1)
        guard try Self.mode(sentence, 9) != .invalid else { return }
        speedMetresPerSecond = speed
        self.course = course
    }

    /// A knot is 1852 m an hour.
    private static let metresPerSecondPerKnot = 1852.0 / 3600

    private static func checkLength(
        _ sentence: NMEASentence, atLeast count: Int
    ) throws(NMEAError) {
        guard sentence.fieldCount >= count else {
            throw NMEAError(
                "\(sentence.type) with \(sentence.fieldCount) fields; it has at least \(count)")
        }
    }

    private func checkFix(_ sentence: NMEASentence) throws(NMEAError) {
        guard quality != .invalid else { return }
        guard position != nil else { throw NMEAError("\(sentence.type): a fix without a position") }
        guard time != nil else { throw NMEAError("\(sentence.type): a fix without a time") }
    }

    private static func speed(
        _ sentence: NMEASentence, knots field: Int
    ) throws(NMEAError) -> Double? {
        let limit = Fix.plausibleSpeed / metresPerSecondPerKnot
        return try sentence.number(field, "speed", 0...limit).map { $0 * metresPerSecondPerKnot }
    }

    private static func course(
        _ sentence: NMEASentence, _ field: Int
    ) throws(NMEAError) -> Angle? {
        try sentence.number(field, "course", 0...360).map { Angle.degrees($0).compass }
    }

    private static func mode(
        _ sentence: NMEASentence, _ field: Int
    ) throws(NMEAError) -> NMEAFixQuality? {
        guard let text = sentence[field] else { return nil }
        guard let quality = NMEAFixQuality(mode: text) else {
            throw sentence.fieldError("mode", text)
        }
        return quality
    }
}
