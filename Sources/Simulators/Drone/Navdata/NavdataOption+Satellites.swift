import Values

/// The flight recorder's GPS.
extension NavdataOption {
    /// Without a fix all but "the recorder is plugged in" stays zero, as on the real one.
    mutating func fillSatellites(_ satellites: NavdataReport.Satellites) {
        put(UInt32(1), at: 196)
        if let origin = satellites.origin {
            put(UInt32(1), at: 40)
            put(origin.latitude, at: 48)
            put(origin.longitude, at: 56)
        }
        if let reading = satellites.reading { fillFix(reading, satellites.readingUptime) }
    }

    private mutating func fillFix(_ fix: SatelliteReceiver.Reading, _ uptime: Duration) {
        put(fix.position.latitude, at: 4)
        put(fix.position.longitude, at: 12)
        putFused(fix)
        let account = fix.account
        // A number that the recorder does not know is 0.
        put(account.hasHeight ? fix.altitudeMetres : 0, at: 20)
        put(account.hdop ?? 0, at: 28)
        put(UInt32(7), at: 36)
        put(UInt32(1), at: 80)
        put(1.3, at: 124)
        put(1.6, at: 132)
        putSingle(fix.velocity.length, at: 140)
        put(NavdataEncoder.packedTime(uptime), at: 144)
        putSingle(fix.velocity.direction.compass.degrees, at: 148)
        putSingle(account.errorMetres ?? 0, at: 156)
        putSingle(0.3, at: 160)
        fillReception(satellites: account.satellites ?? 0)
        putSingle(fix.velocity.east, at: 204)
        putSingle(fix.velocity.north, at: 208)
    }

    /// The drone's own filter of the fix. It lags behind what moves by a second, and is half a metre
    /// off besides, so that a client is seen to read the wrong one.
    private mutating func putFused(_ fix: SatelliteReceiver.Reading) {
        let fused = fix.position.offset(
            eastMetres: 0.5 - fix.velocity.east, northMetres: -0.5 - fix.velocity.north)
        put((fused ?? fix.position).latitude, at: 64)
        put((fused ?? fix.position).longitude, at: 72)
    }

    /// All of them well received.
    private mutating func fillReception(satellites: Int) {
        let decibelHertz = 42
        putSingle(Double(decibelHertz), at: 164)
        put(UInt32(satellites), at: 168)
        for channel in 0..<satellites {
            put(UInt8(3 + 2 * channel), at: 172 + 2 * channel)
            put(UInt8(decibelHertz), at: 173 + 2 * channel)
        }
    }
}
