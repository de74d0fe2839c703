import TestSupport
import Testing
import Values

@testable import DriverKit

@Suite("NMEA epochs")
struct NMEAEpochAssemblerTests {
    private func epochs(_ bodies: [String]) throws -> [NMEAReport] {
        var assembler = NMEAEpochAssembler()
        var epochs: [NMEAReport] = []
        for body in bodies {
            let report = try NMEAReport(NMEASentence(Array(sentence(body).utf8)))
            if let epoch = assembler.add(try #require(report)) { epochs.append(epoch) }
        }
        return epochs + [assembler.finish()].compactMap { $0 }
    }

    @Test("sentences of one time are one epoch, with all that each says")
    func together() throws {
        let epochs = try epochs([
            "GPRMC,123519,A,4807.038,N,01131.000,E,,084.4,230394,,",
            "GPVTG,054.7,T,,M,036.0,N,,K",
            "GNGGA,123519.00,4807.038,N,01131.000,E,2,08,0.9,545.4,M,,,,",
            "GPRMC,123520,A,4807.040,N,01131.000,E,010.0,,230394,,",
        ])
        try #require(epochs.count == 2)
        #expect(epochs[0].quality == .differential)
        #expect(epochs[0].fix()?.altitudeMetres == 545.4)
        #expect(epochs[0].fix()?.hdop == 0.9)
        #expect(epochs[0].fix()?.satellitesUsed == 8)
        // 36 knots are 18.52 m/s; the later of two courses counts.
        #expect(abs((epochs[0].fix()?.speedMetresPerSecond ?? 0) - 18.52) < 1e-9)
        #expect(epochs[0].fix()?.course == .degrees(54.7))
        // Nothing of one epoch stays for the next.
        #expect(epochs[1].fix()?.altitudeMetres == nil)
        #expect(epochs[1].fix()?.course == nil)
    }

    @Test("where two sentences of an epoch disagree, there is no fix", arguments: [false, true])
    func disagreement(isReversed: Bool) throws {
        let bodies = [
            "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,,,,",
            "GPRMC,123519,V,4807.038,N,01131.000,E,022.4,084.4,230394,,",
        ]
        let epochs = try epochs(isReversed ? bodies.reversed() : bodies)
        #expect(epochs.map(\.quality) == [.invalid])
        #expect(epochs.first?.fix() == nil)
    }

    @Test("an estimate does not become a measurement beside one", arguments: [false, true])
    func estimate(isReversed: Bool) throws {
        let bodies = [
            "GPGGA,123519,4807.038,N,01131.000,E,6,08,0.9,545.4,M,,,,",
            "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,,",
        ]
        let epochs = try epochs(isReversed ? bodies.reversed() : bodies)
        #expect(epochs.map(\.quality) == [.estimated])
    }

    @Test("a VTG before anything else belongs to nothing")
    func orphan() throws {
        let epochs = try epochs([
            "GPVTG,054.7,T,,M,036.0,N,,K", "GPGGA,123519,4807.038,N,01131.000,E,1,,,,,,,,",
        ])
        #expect(epochs.map(\.course) == [nil])
    }

    @Test("a receiver that has lost the time ends the epoch")
    func lostTime() throws {
        let epochs = try epochs([
            "GPGGA,123519,4807.038,N,01131.000,E,1,08,,,,,,,", "GPGGA,,,,,,0,,,,,,,,",
        ])
        #expect(epochs.map { $0.fix() == nil } == [false, true])
    }

    @Test("nothing comes from nothing")
    func empty() throws {
        #expect(try epochs([]).isEmpty)
    }
}
