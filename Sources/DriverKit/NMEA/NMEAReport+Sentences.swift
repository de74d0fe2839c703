import Values

extension NMEAReport {
    /// GGA: 1 time, 2-5 position, 6 quality, 7 satellites, 8 HDOP, 9-10 altitude, 11-12 geoid,
    /// 13-14 differential station.
    package init(gga sentence: NMEASentence) throws(NMEAError) {
        try Self.checkLength(sentence, atLeast: 10)
        time = try sentence.time(1)
        position = try sentence.position(2)
        // Receivers without a fix leave the quality empty, too (gpsd, test/daemon/myguide-3100.log).
        let number = try sentence.integer(6, "quality", 0...8)
        satellitesUsed = try sentence.integer(7, "number of satellites", 0...255)
        quality = number.flatMap(NMEAFixQuality.init) ?? .invalid
        if Self.lacksSatellites(sentence, satellitesUsed) { quality = .invalid }
        hdop = try Self.dilution(sentence, 8)
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
        quality = try Self.quality(sentence, status: 2, mode: 12)
        speedMetresPerSecond = try Self.speed(sentence, knots: 7)
        course = try Self.course(sentence, 8)
        day = try sentence.day(9)
        try checkFix(sentence)
    }

    /// GNS: 1 time, 2-5 position, 6 modes, one letter for each system of satellites, 7 satellites, 8 HDOP, 9 altitude,
    /// 10 geoid, 11-12 differential station, 13 navigational status since version 4.1.
    ///
    /// As in gpsd, the first mode decides, and a status of U or V, which receivers also send when they do not judge it, leaves
    /// the sentence out.
    package init(gns sentence: NMEASentence) throws(NMEAError) {
        try Self.checkLength(sentence, atLeast: 9)
        let isSilent = ["U", "V"].contains(sentence[13])
        // Receivers of several systems repeat what each has used, without a mode, after the one that is for all.
        let isPart = sentence[6] == nil && sentence.talker != "GN"
        guard !isSilent, !isPart else { return }
        time = try sentence.time(1)
        position = try sentence.position(2)
        guard let modes = sentence[6] else {
            quality = .invalid
            return
        }
        guard let mode = NMEAFixQuality(mode: String(modes.prefix(1))) else {
            throw sentence.fieldError("mode", modes)
        }
        quality = mode
        satellitesUsed = try sentence.integer(7, "number of satellites", 0...255)
        hdop = try Self.dilution(sentence, 8)
        altitudeMetres = try sentence.number(9, "altitude", Fix.plausibleAltitudes)
        try checkFix(sentence)
    }

    /// GLL: 1-4 position, 5 time, 6 status, 7 mode since version 2.3. The oldest end with the position, and so say of no fix.
    package init(gll sentence: NMEASentence) throws(NMEAError) {
        try Self.checkLength(sentence, atLeast: 4)
        position = try sentence.position(1)
        time = try sentence.time(5)
        quality = try Self.quality(sentence, status: 6, mode: 7)
        try checkFix(sentence)
    }

    /// GSA: 1 whether the mode is chosen, 2 dimensions of the fix, then satellites and dilutions.
    package init(gsa sentence: NMEASentence) throws(NMEAError) {
        try Self.checkLength(sentence, atLeast: 2)
        // "E" of an Antaris is dead reckoning, which the other sentences say better.
        dimensions = sentence[2].flatMap { Int($0) }.flatMap(NMEAFixDimensions.init)
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

    /// Whether a GGA is of too few satellites for a fix, whatever quality it says. As in gpsd (drivers/driver_nmea0183.c,
    /// processGGA; test/daemon/hemi.log), only a GGA of GPS or of all systems is asked: that of another says how many
    /// satellites of its own it used.
    private static func lacksSatellites(_ sentence: NMEASentence, _ count: Int?) -> Bool {
        ["GP", "GN"].contains(sentence.talker) && (count ?? 0) < 3
    }

    /// A status of A is a fix, one of V is none. Since version 2.3 of the standard, V is also the status of every mode but A and
    /// D: so a receiver that simulates says V and S (gpsd, test/daemon/GPSmap-76S.log).
    private static func quality(
        _ sentence: NMEASentence, status: Int, mode field: Int
    ) throws(NMEAError) -> NMEAFixQuality {
        let mode = try mode(sentence, field)
        switch sentence[status] {
        case "A": return mode ?? .autonomous
        case "V", nil: return mode.flatMap { $0.origin == .measured ? nil : $0 } ?? .invalid
        case let other?: throw sentence.fieldError("status", other)
        }
    }

    private static func dilution(_ sentence: NMEASentence, _ field: Int) throws(NMEAError)
        -> Double?
    {
        try sentence.number(field, "HDOP", 0...10_000)
            .flatMap { Fix.knownDilutions.contains($0) ? $0 : nil }
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
