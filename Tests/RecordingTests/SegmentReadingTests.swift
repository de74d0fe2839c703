import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Recording

/// What is read of a record since a time.
@Suite struct SegmentReadingTests {
    private let directory: TemporaryDirectory

    /// Two segments of ten steps, one a second from 1000 s on; only the first of each is whole.
    init() throws {
        directory = try TemporaryDirectory()
        for segment in 0..<2 {
            let first = segment * 10
            var lines = Row(
                .segment, at: .zero + .seconds(first),
                ["run": 1, "utc": .number(Double(1000 + first)), "offset": 0]
            ).line
            for second in first..<first + 10 {
                var step: [String: JSONValue] = ["of": "air", "in": [:], "out": [:]]
                if second == first { step.merge(["whole": true, "out": ["fan": "on"]]) { $1 } }
                lines += Row(.step, at: .zero + .seconds(second), step).line
            }
            try directory.write("0000000\(segment + 1).jsonl", lines)
        }
    }

    /// The times of the steps that can be put together.
    private func times(
        _ read: (RecordReader, (Row, WallTime?) -> Void) throws -> Void
    ) throws -> [Int64] {
        var (history, times) = (StepHistory(), [Int64]())
        try read(try RecordReader(directory.path)) { row, _ in
            guard let (_, step) = history.add(row), step.outputs["fan"] == "on" else { return }
            times.append(step.at.nanoseconds / 1_000_000_000)
        }
        return times
    }

    @Test("steps since a time inside a segment are put together from the first of that segment")
    func segments() throws {
        let since = try #require(WallTime(secondsSince1970: 1013.5))
        let all = try times { _ = try $0.readSegments([.step], since: since, $1) }
        #expect(all == Array(10..<20))
        let newer = try times { _ = try $0.read([.step], since: since, $1) }
        #expect(newer == [])
        let early = try #require(WallTime(secondsSince1970: 1000))
        let whole = try times { _ = try $0.readSegments([.step], since: early, $1) }
        #expect(whole == Array(0..<20))
    }
}
