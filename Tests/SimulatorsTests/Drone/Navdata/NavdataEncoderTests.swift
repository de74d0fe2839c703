import LinuxIO
import Testing
import Values

@testable import Simulators

/// Offsets, sizes and units of the SDK's structures, and facts from captures of real drones.
struct NavdataEncoderTests {
    private static let sample = NavdataReport(
        Airframe(
            heading: .degrees(270), altitudeMetres: 0.8765,
            velocity: PlaneVector(forward: 1.5, right: -0.25, heading: .degrees(270)),
            climbMetresPerSecond: 0.125, pitch: .degrees(-2.5), roll: .degrees(1.25)))

    private func encode(_ tags: [NavdataTag], _ report: NavdataReport = sample) -> Packet {
        Packet(NavdataEncoder.packet(report, sequence: 77, tags: tags))
    }

    @Test("the header has magic, state, sequence and the vision flag")
    func header() {
        let packet = encode([])
        #expect(packet.bytes.count == 24)
        #expect(Array(packet.bytes[0..<4]) == [0x88, 0x77, 0x66, 0x55])
        #expect(packet.u32(4) == 1 << 0 | 1 << 10)
        #expect(packet.sequence == 77)
        #expect(packet.u32(12) == 1)
    }

    @Test("the checksum is the sum of all bytes before its option")
    func checksum() {
        // By hand: 0x88+0x77+0x66+0x55 = 442, state 01 04 00 00 = 5, sequence 77, vision 1.
        let packet = encode([])
        #expect(packet.u16(16) == 0xFFFF)
        #expect(packet.u16(18) == 8)
        #expect(packet.u32(20) == 442 + 5 + 77 + 1)
    }

    @Test("a reduced packet with the default options has 500 bytes, as on the real drone")
    func reducedSize() {
        let tags = NavdataTag.carried(by: .reduced, mask: 65537, hasFlightRecorder: false)
        let packet = encode(tags)
        #expect(packet.bytes.count == 500)
        #expect(packet.options.map(\.tag) == [0, 16, 0xFFFF])
        #expect(packet.options.map(\.size) == [148, 328, 8])
    }

    @Test("a full packet carries every option in its size, each where the one before ends")
    func fullSizes() {
        let old = encode(NavdataTag.carried(by: .full, mask: 0, hasFlightRecorder: false))
        #expect(old.options.map(\.tag) == Array(0...27) + [0xFFFF])
        #expect(
            old.options.map(\.size) == [
                148, 8, 52, 46, 16, 12, 88, 16, 24, 76, 56, 16, 44, 92, 108, 364, 328, 8, 40, 65,
                12, 18, 75, 56, 72, 32, 8, 12, 8,
            ])
        #expect(old.options.last.map { $0.offset + $0.size } == old.bytes.count)

        var report = Self.sample
        report.satellites = NavdataReport.Satellites(readingUptime: .zero)
        let new = encode(
            NavdataTag.carried(by: .full, mask: 0, hasFlightRecorder: true), report)
        #expect(new.options.map(\.tag) == Array(0...29) + [0xFFFF])
        #expect(new.options.first { $0.tag == 9 }?.size == 92)
        #expect(new.options.first { $0.tag == 22 }?.size == 83)
        #expect(new.options.first { $0.tag == 23 }?.size == 64)
        #expect(new.options.first { $0.tag == 27 }?.size == 216)
        #expect((1900...2200).contains(new.bytes.count))
    }

    @Test("the mask adds options to the reduced packet")
    func mask() {
        let tags = NavdataTag.carried(
            by: .reduced, mask: 213_976_067, hasFlightRecorder: true)
        #expect(tags.map(\.rawValue) == [0, 1, 10, 16, 22, 23, 26, 27])
        #expect(
            NavdataTag.carried(by: .reduced, mask: 0, hasFlightRecorder: true) == [.demo])
        #expect(NavdataTag.carried(by: .bootstrap, mask: .max, hasFlightRecorder: true).isEmpty)
    }

    @Test("the demo option")
    func demo() {
        let packet = encode([.demo])
        #expect(packet.u32(16 + 4) == 4 << 16)
        #expect(packet.u32(16 + 8) == 74)
        #expect(packet.f32(16 + 12) == -2500)
        #expect(packet.f32(16 + 16) == 1250)
        #expect(abs(packet.f32(16 + 20) + 90_000) < 0.1)
        #expect(packet.i32(16 + 24) == 877)
        #expect(packet.f32(16 + 28) == 1500)
        #expect(packet.f32(16 + 32) == -250)
        #expect(packet.f32(16 + 36) == 0)
    }

    @Test("time is 11 bits of seconds and 21 of microseconds, and wraps after 2048 s")
    func time() {
        // The capture's value, and its time.
        #expect(encode([.time]).u32(16 + 4) == 760_148_149)
        #expect(NavdataEncoder.packedTime(.seconds(2048)) == 0)
        #expect(NavdataEncoder.packedTime(.seconds(2049)) == 1 << 21)
    }

    @Test("the wind's angle is where it blows to, in radians")
    func wind() {
        var report = Self.sample
        // To the north-east: from the south-west.
        report.wind = PlaneVector(east: 3, north: 3)
        let packet = encode([.windSpeed], report)
        #expect(abs(packet.f32(16 + 4) - 4.2426) < 0.001)
        #expect(abs(packet.f32(16 + 8) - .pi / 4) < 1e-6)
        #expect(encode([.windSpeed]).f32(16 + 4) == 0)
    }

    @Test("a fix, with its origin and its time")
    func fix() throws {
        let here = try #require(Position(latitude: 52.525, longitude: 13.37))
        let home = try #require(Position(latitude: 52.5, longitude: 13.25))
        var report = Self.sample
        report.satellites = NavdataReport.Satellites(
            reading: SatelliteReceiver.Reading(
                position: here, altitudeMetres: 2.5,
                velocity: PlaneVector(east: -3, north: 0), takenAt: .zero),
            readingUptime: .microseconds(362_979_125), origin: home)
        let packet = encode([.satellites], report)
        #expect(packet.f64(16 + 4) == 52.525)
        #expect(packet.f64(16 + 12) == 13.37)
        #expect(packet.f64(16 + 20) == 2.5)
        #expect(packet.f64(16 + 28) > 0)
        #expect(packet.u32(16 + 36) == 7)
        #expect(packet.u32(16 + 40) == 1)
        #expect(packet.f64(16 + 48) == 52.5)
        #expect(packet.f64(16 + 56) == 13.25)
        // lat_fused and lon_fused are near, and another place: it flies west, so they lie east.
        #expect(packet.f64(16 + 64) < 52.525 && packet.f64(16 + 64) > 52.5249)
        #expect(packet.f64(16 + 72) > 13.37 && packet.f64(16 + 72) < 13.3701)
        #expect(packet.u32(16 + 80) == 1)
        #expect(packet.f32(16 + 140) == 3)
        #expect(packet.u32(16 + 144) == 760_148_149)
        #expect(packet.f32(16 + 148) == 270)
        #expect(packet.u32(16 + 168) == 9)
        #expect(packet.u32(16 + 196) == 1)
    }

    @Test("without a fix the position is zero and nothing is available, but the recorder is there")
    func noFix() {
        var report = Self.sample
        report.satellites = NavdataReport.Satellites(readingUptime: .zero)
        let packet = encode([.satellites], report)
        #expect(packet.f64(16 + 4) == 0)
        #expect(packet.u32(16 + 36) == 0)
        #expect(packet.u32(16 + 168) == 0)
        #expect(packet.u32(16 + 196) == 1)
    }
}
