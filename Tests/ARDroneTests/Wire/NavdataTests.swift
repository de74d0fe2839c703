import TestSupport
import Testing
import Values

@testable import ARDrone

/// Packets built by hand from the field tables of the protocol.
@Suite("AR.Drone navdata")
struct ARDroneNavdataTests {
    typealias Packet = ARDrone.NavdataPacket

    /// Expected values: node-ar-drone's tests of its decoder (test-parseNavdata.js).
    @Test(
        "A packet that a real drone sent is read as another project reads it",
        arguments: [
            (CapturedNavdata.original, 1916, 36_358), (CapturedNavdata.withGPS, 2120, 46_179),
            (CapturedNavdata.withSpoiltGPS, 2384, 57_639),
        ])
    func captured(bytes: [UInt8], count: Int, sum: Int) throws {
        #expect(bytes.count == count)
        #expect(bytes.dropLast(8).reduce(0) { $0 + Int($1) } == sum)
        let packet = try Packet(bytes[...])
        #expect(packet.sequence == 300_711)
        #expect(packet.state.contains([.commandAcknowledged, .communicationWatchdog]))
        #expect(!packet.state.contains(.flying) && !packet.state.contains(.emergency))
        #expect(packet.phase == .landed)
        let demo = try #require(packet.demo)
        #expect(demo.batteryPercent == 50)
        #expect(demo.pitchMillidegrees == 2974)
        #expect(demo.rollMillidegrees == 550)
        #expect(demo.yawMillidegrees == 1933)
        #expect(demo.altitudeMillimetres == 0)
        #expect(demo.forwardMillimetresPerSecond == 0.0585307739675045)
        #expect(demo.rightMillimetresPerSecond == -0.8817979097366333)
        #expect(packet.time?.sinceWrap == .microseconds(362_979_125))
    }

    @Test("The GPS of a real drone with a flight recorder is read as another project reads it")
    func capturedGPS() throws {
        let packet = try Packet(CapturedNavdata.withGPS[...])
        let gps = try #require(packet.gps)
        #expect(gps.latitude == 34.0905016 && gps.longitude == -118.2766877)
        #expect(gps.elevationMetres == 122.64 && gps.satellites == 9 && gps.isPlugged)
        // Not as the drone writes its time: of 11 and 21 bits the last would be 1.41 million microseconds.
        #expect(gps.receivedAt.raw == 3_506_743)
    }

    @Test("A drone before there was a flight recorder has no GPS, and spoilt GPS is no fix")
    func noCapturedGPS() throws {
        #expect(try Packet(CapturedNavdata.original[...]).gps == nil)
        let spoilt = try Packet(CapturedNavdata.withSpoiltGPS[...])
        #expect(spoilt.gps?.latitude == 34.0903478)
        var tracker = ARDrone.FixTracker()
        #expect(tracker.read(spoilt) == .none("the flight recorder has no fix"))
    }

    @Test("A bootstrap packet is 24 bytes: header and checksum")
    func bootstrap() throws {
        let bytes = NavdataBuilder(state: 1 << 11, sequence: 7).bytes
        #expect(bytes.count == 24)
        let packet = try Packet(bytes[...])
        #expect(packet.state == .bootstrap)
        #expect(packet.sequence == 7)
        #expect(packet.demo == nil)
    }

    @Test("Both header magics are taken, no other")
    func magic() throws {
        #expect(throws: Never.self) {
            try Packet(NavdataBuilder(magic: 0x5566_7789).bytes[...])
        }
        #expect(throws: ARDrone.NavdataError.wrongMagic) {
            try Packet(NavdataBuilder(magic: 0x5566_7787).bytes[...])
        }
    }

    @Test("The demo option gives state, battery, attitude, height and speed in their units")
    func demo() throws {
        let option = NavdataBuilder.option(
            0, size: 148,
            [
                (4, little(UInt32(4 << 16 | 8))), (8, little(UInt32(61))),
                (12, little(Float(-2500))), (16, little(Float(1500))),
                (20, little(Float(-90_000))), (24, little(Int32(1234))),
                (28, little(Float(750))), (32, little(Float(-250))),
            ])
        let packet = try Packet(NavdataBuilder(state: 1, options: [option]).bytes[...])
        let state = try #require(FlightState(packet, armingFailures: []))
        #expect(state.phase == .hovering)
        #expect(state.batteryPercent == 61)
        #expect(state.pitch == .degrees(-2.5))
        #expect(state.roll == .degrees(1.5))
        #expect(state.yaw == .degrees(-90))
        #expect(state.altitudeMetres == 1.234)
        #expect(state.forwardMetresPerSecond == 0.75)
        #expect(state.rightMetresPerSecond == -0.25)
    }

    @Test(
        "The control state becomes a phase",
        arguments: [
            (0, .landed), (1, .landed), (2, .landed), (3, .flying), (4, .hovering),
            (6, .takingOff), (7, .flying), (8, .landing), (9, .flying), (99, .landed),
        ] as [(UInt16, FlightState.Phase)])
    func phase(major: UInt16, expected: FlightState.Phase) throws {
        let packet = try Packet(
            NavdataBuilder(options: [NavdataBuilder.demo(major: major)]).bytes[...])
        #expect(packet.phase == expected)
    }

    @Test("Landed needs the flying bit and the control state to agree")
    func landedNeedsBoth() throws {
        let landedByOne = NavdataBuilder(state: 1, options: [NavdataBuilder.demo(major: 2)])
        #expect(try Packet(landedByOne.bytes[...]).phase == .flying)
        #expect(try Packet(NavdataBuilder(state: 1).bytes[...]).phase == .flying)
        #expect(try Packet(NavdataBuilder(state: 0).bytes[...]).phase == .landed)
    }

    @Test("The emergency bit wins over whatever the control state says")
    func emergency() throws {
        let packet = NavdataBuilder(state: 1 << 31 | 1, options: [NavdataBuilder.demo(major: 3)])
        #expect(try Packet(packet.bytes[...]).phase == .emergency)
    }

    @Test("The clock is seconds above 21 bits of microseconds")
    func time() throws {
        // A captured value: 760148149 is 362.979125 s.
        let option = NavdataBuilder.option(1, size: 8, [(4, little(UInt32(760_148_149)))])
        let packet = try Packet(NavdataBuilder(options: [option]).bytes[...])
        #expect(packet.time?.sinceWrap == .microseconds(362_979_125))
    }

    @Test(
        "The compass is read in both sizes that firmware sends",
        arguments: [75, 83])
    func magneto(size: Int) throws {
        let option = NavdataBuilder.option(
            22, size: size, [(54, little(Float(1.5))), (58, [1])])
        let packet = try Packet(NavdataBuilder(options: [option]).bytes[...])
        #expect(packet.magneto?.fusedHeadingDegrees == 1.5)
        #expect(packet.magneto?.isCalibrated == true)
    }

    @Test("Option 27 is the GPS only in the GPS's size")
    func gpsBySize() throws {
        let gps = gpsOption(latitude: 52.5, longitude: 13.4)
        let zimmu = NavdataBuilder.option(27, size: 12, [(4, little(Int32(7)))])
        #expect(try Packet(NavdataBuilder(options: [gps]).bytes[...]).gps?.latitude == 52.5)
        let other = try Packet(NavdataBuilder(options: [zimmu]).bytes[...])
        #expect(other.gps == nil)
    }

    @Test("The Wi-Fi quality is passed on raw")
    func wifi() throws {
        let option = NavdataBuilder.option(26, size: 8, [(4, little(UInt32(77)))])
        #expect(try Packet(NavdataBuilder(options: [option]).bytes[...]).linkQuality == 77)
    }

    @Test("Unknown options are stepped over")
    func unknownOption() throws {
        let packet = try Packet(
            NavdataBuilder(options: [
                NavdataBuilder.option(4711, size: 9), NavdataBuilder.demo(major: 4),
            ]).bytes[...])
        #expect(packet.demo?.majorState == 4)
    }

    @Test("A longer option is read as far as known; a shorter one is absent, the packet stays")
    func optionLengths() throws {
        let longer = NavdataBuilder.option(0, size: 200, [(8, little(UInt32(55)))])
        #expect(
            try Packet(NavdataBuilder(options: [longer]).bytes[...]).demo?.batteryPercent == 55)
        let shorter = NavdataBuilder.option(0, size: 39, [(8, little(UInt32(55)))])
        let magneto = NavdataBuilder.option(22, size: 75, [(58, [1])])
        let packet = try Packet(NavdataBuilder(options: [shorter, magneto]).bytes[...])
        #expect(packet.demo == nil)
        #expect(packet.magneto?.isCalibrated == true)
    }

    @Test(
        "An option with a size below its own header refuses the packet",
        arguments: [0, 1, 3] as [UInt16])
    func optionTooShort(size: UInt16) {
        // Stepped over by 3, the rest would read as a sound option of 5 bytes.
        let option = little(UInt16(0xA88E)) + little(size) + [0x10, 5, 0, 0]
        #expect(throws: ARDrone.NavdataError.optionTooShort) {
            try Packet(NavdataBuilder(options: [option]).bytes[...])
        }
    }

    @Test("An option that ends past the packet refuses it")
    func optionPastEnd() {
        let option = little(UInt16(5)) + little(UInt16(200)) + [0, 0, 0, 0]
        #expect(throws: ARDrone.NavdataError.optionPastEnd) {
            try Packet(NavdataBuilder(options: [option]).bytes[...])
        }
        let whole = NavdataBuilder(options: [NavdataBuilder.demo(major: 2)]).bytes
        #expect(throws: ARDrone.NavdataError.optionPastEnd) { try Packet(whole.dropLast(1)) }
        #expect(throws: ARDrone.NavdataError.optionPastEnd) { try Packet(whole.dropLast(6)) }
    }

    @Test("Without the checksum option, or with a wrong sum, nothing is believed")
    func checksum() {
        var wrong = NavdataBuilder(options: [NavdataBuilder.demo(major: 2)]).bytes
        wrong[40] ^= 1
        #expect(throws: ARDrone.NavdataError.wrongChecksum) { try Packet(wrong[...]) }
        let header = NavdataBuilder().bytes.prefix(16)
        #expect(throws: ARDrone.NavdataError.checksumMissing) { try Packet(header) }
    }

    @Test("Datagrams below and above the sizes of the protocol are refused")
    func sizes() {
        let packet = NavdataBuilder().bytes
        for size in 0..<16 {
            #expect(throws: ARDrone.NavdataError.headerTooShort) { try Packet(packet.prefix(size)) }
        }
        let huge = NavdataBuilder(options: [NavdataBuilder.option(99, size: 4100)]).bytes
        #expect(throws: ARDrone.NavdataError.oversized) { try Packet(huge[...]) }
    }

    @Test("A packet is read alike wherever its bytes lie in a buffer")
    func sliceOffset() throws {
        let bytes = NavdataBuilder(sequence: 9, options: [NavdataBuilder.demo(major: 3)]).bytes
        let shifted = [1, 2, 3] + bytes
        #expect(try Packet(shifted[3...]) == Packet(bytes[...]))
    }

    /// The demo option of a drone that hovers, with four bytes at an offset changed.
    private func hovering(_ offset: Int, _ bytes: [UInt8]) -> [UInt8] {
        NavdataBuilder.option(
            0, size: 148,
            [(4, little(UInt32(4 << 16))), (8, little(UInt32(50))), (offset, bytes)])
    }

    @Test(
        "An attitude or a speed that no drone can have refuses the packet",
        arguments: [12, 16, 20, 28, 32], [Float.nan, -Float.infinity, 400_000])
    func implausibleNumber(offset: Int, number: Float) throws {
        _ = try Packet(NavdataBuilder(options: [hovering(offset, little(Float(10)))]).bytes[...])
        #expect(throws: ARDrone.NavdataError.self) {
            try Packet(NavdataBuilder(options: [hovering(offset, little(number))]).bytes[...])
        }
    }

    @Test("A battery above 100 %, and a height that no drone reaches, refuse the packet")
    func implausibleInteger() {
        let battery = hovering(8, little(UInt32(101)))
        let below = hovering(24, little(Int32.min))
        let above = hovering(24, little(Int32(5_000_000)))
        for option in [battery, below, above] {
            #expect(throws: ARDrone.NavdataError.self) {
                try Packet(NavdataBuilder(options: [option]).bytes[...])
            }
        }
    }

    @Test("A compass far outside of a turn refuses the packet; one that gives no number is absent")
    func implausibleHeading() throws {
        func packet(_ degrees: Float) throws -> Packet {
            let option = NavdataBuilder.option(22, size: 75, [(54, little(degrees)), (58, [1])])
            return try Packet(NavdataBuilder(options: [option]).bytes[...])
        }
        #expect(throws: ARDrone.NavdataError.self) { try packet(1e20) }
        #expect(try packet(.nan).magneto == nil)
    }

    @Test("Every state bit that keeps the drone down is put into words")
    func obstacles() {
        for bit in [12, 14, 15, 19, 22, 31] {
            #expect(ARDrone.NavdataState(rawValue: 1 << bit).armingFailures.count == 1)
        }
        let harmless = ARDrone.NavdataState(rawValue: 1 << 18 | 1 << 20 | 1 << 30 | 1)
        #expect(harmless.armingFailures.isEmpty)
    }
}

/// Option 27 of 216 bytes, plugged in and with a fix.
func gpsOption(
    latitude: Double, longitude: Double, timestamp: UInt32 = 1, dataAvailable: UInt32 = 7,
    isPlugged: UInt32 = 1, elevation: Double = 34.5, hdop: Double = 0.9, speed: Float = 1.5,
    error: Float = 2.5
) -> [UInt8] {
    NavdataBuilder.option(
        27, size: 216,
        [
            (4, little(latitude)), (12, little(longitude)), (20, little(elevation)),
            (28, little(hdop)), (36, little(dataAvailable)), (140, little(speed)),
            (144, little(timestamp)), (148, little(Float(270))), (156, little(error)),
            (168, little(UInt32(9))), (196, little(isPlugged)),
        ])
}
