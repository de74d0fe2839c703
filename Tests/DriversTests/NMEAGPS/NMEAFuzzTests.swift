import Core
import TestSupport
import Testing
import Values

@testable import DriverKit
@testable import Drivers

@Suite("NMEA under noise")
struct NMEAFuzzTests {
    private static let seeds = [
        "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W,A",
        "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K,A", "GPGGA,,,,,,0,,,,,,,,",
    ].map { Array($0.utf8) }
    private static let alphabet = Array("0123456789.,-+*$NSEWAVTMKnainfe ".utf8)

    /// Replaces, drops or doubles a few bytes.
    private static func damaged(
        _ body: [UInt8], _ random: inout SeededGenerator
    ) -> [UInt8] {
        var body = body
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            guard let at = body.indices.randomElement(using: &random) else { break }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: body.remove(at: at)
            case 1: body.insert(body[at], at: at)
            case 2: body[at] = UInt8.random(in: 0...255, using: &random)
            default: body[at] = alphabet.randomElement(using: &random) ?? 0
            }
        }
        return body
    }

    @Test("100,000 damaged lines: each is refused, or gives values that are in range")
    func fuzz() throws {
        var random = SeededGenerator(seed: 42)
        var assembler = NMEAEpochAssembler()
        var fixes = 0
        var refusals = 0
        for _ in 0..<100_000 {
            let seed = Self.seeds.randomElement(using: &random) ?? []
            let body = Self.damaged(seed, &random)
            // With the checksum made right the fields are reached; otherwise it mostly stops them.
            let sum = (Bool.random(using: &random) ? body : seed).reduce(0, ^)
            let digits = (sum < 16 ? "0" : "") + String(sum, radix: 16, uppercase: true)
            do throws(NMEAError) {
                let sentence = try NMEASentence([0x24] + body + [0x2A] + Array(digits.utf8))
                guard let report = try NMEAReport(sentence) else { continue }
                expectSane(report)
                if case .fix(let fix, _)? = assembler.add(report)?.verdict() {
                    fixes += 1
                    #expect((-90...90).contains(fix.position.latitude))
                }
            } catch {
                refusals += 1
            }
        }
        // Both ways were really taken, or this test would show nothing.
        #expect(fixes > 1000)
        #expect(refusals > 10_000)
    }

    private func expectSane(_ report: NMEAReport) {
        let figures: [(Double?, ClosedRange<Double>)] = [
            (report.position?.latitude, -90...90), (report.position?.longitude, -180...180),
            (report.altitudeMetres, -1000...50_000), (report.hdop, 0...99),
            (report.speedMetresPerSecond, 0...600.001), (report.course?.degrees, 0...360),
            (report.time?.seconds, 0...86_401), (report.day.map(Double.init), 3652...40_177),
        ]
        for (figure, range) in figures {
            if let figure, !range.contains(figure) { Issue.record("\(report)") }
        }
    }

    @Test("no bytes whatever bring the log reader down")
    func noise() {
        var random = SeededGenerator(seed: 43)
        let likely: [UInt8] = Self.alphabet + [0x0A, 0x0D, 0x23]
        for _ in 0..<2000 {
            let length = Int.random(in: 0..<200, using: &random)
            let bytes = (0..<length).map { _ -> UInt8 in
                guard random.next() % 8 != 0 else { return .random(in: 0...255, using: &random) }
                return likely.randomElement(using: &random) ?? 0
            }
            let error = thrownError(LocationReplay.TrackError.self) {
                try LocationReplay.parseNMEALog(bytes)
            }
            #expect(error != nil)
        }
    }
}
