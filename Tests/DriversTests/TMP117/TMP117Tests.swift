import Core
import Synchronization
import TestSupport
import Testing
import Values

@testable import Drivers

/// Temperatures are those of table 7-1 of the data sheet (SNOSD82), registers those of its 7.6.
struct TMP117Tests {
    @Test(
        "the examples of the data sheet, and both ends of the range, are temperatures",
        arguments: [
            (0x0C80, 25), (0xF380, -25), (0xFFFF, -0.0078125), (0x0000, 0), (0x3200, 100),
            (0xE480, -55), (0x4B00, 150),
        ] as [(word: UInt16, celsius: Double)])
    func reads(word: UInt16, celsius: Double) throws {
        let sample = try sampled(Chip(temperature: word))
        #expect(sample.good?.celsius == celsius)
    }

    @Test(
        "what no TMP117 measures is rejected, and why is said",
        arguments: [
            (Chip(temperature: 0x8000), "nothing since its reset"),
            (Chip(temperature: 0x7FFF), "gives 255.9921875 °C"),
            (Chip(temperature: 0x4B01), "gives 150.0078125 °C"),
            (Chip(temperature: 0xE47F), "gives -55.0078125 °C"),
            (Chip(isReady: false), "still measures"),
            (Chip(id: 0x0075), "is 0x75, a TMP117 has 0x117"),
            (Chip(id: 0xFFFF), "is 0xfff, a TMP117 has 0x117"),
        ] as [(chip: Chip, why: String)])
    func rejects(chip: Chip, why: String) throws {
        let sample = try sampled(chip)
        #expect(sample.quality.reason?.contains(why) == true, "\(sample)")
    }

    @Test("a later revision is read, too")
    func revision() throws {
        let sample = try sampled(Chip(id: 0x1117))
        #expect(sample.good?.celsius == 25)
    }

    /// 7.3.2 "Averaging": 8 measurements, of at most 17.5 ms each.
    @Test("each reading starts one conversion, and asks for its result when it is done")
    func asks() throws {
        let asked = Mutex<[(written: [UInt8], at: Instant)]>([])
        _ = try sampled(Chip()) { written, now in asked.withLock { $0.append((written, now)) } }
        let all = asked.withLock { $0 }
        try #require(all.map(\.written) == [[0x0F], [0x01, 0x0C, 0x20], [0x01], [0x00]])
        #expect(all[2].at - all[1].at >= .milliseconds(140))
    }

    struct Chip {
        var temperature: UInt16 = 0x0C80
        var id: UInt16 = 0x0117
        var isReady = true

        /// By the number of the register; in shutdown, where one conversion ends.
        func register(_ number: UInt8) -> UInt16? {
            switch number {
            case 0x00: temperature
            case 0x01: isReady ? 0x2420 : 0x0420
            case 0x0F: id
            default: nil
            }
        }
    }

    private func sampled(
        _ chip: Chip, whenAsked: @escaping @Sendable ([UInt8], Instant) -> Void = { _, _ in }
    ) throws -> Sample<Temperature> {
        let tree = try TemporaryDirectory()
        let bus = try I2CBus(tree)
        let bench = DriverBench(TMP117.self, root: tree.path)
        bus.connect(0x48) { [clock = bench.clock] written, count in
            whenAsked(written, clock.now)
            guard count == 2 else { return [] }
            return chip.register(written[0]).map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
        let driver = try bench.start()
        defer { driver.close() }
        bench.clock.advance(by: .zero)
        return bench.sample(TMP117.port)
    }
}
