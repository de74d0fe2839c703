import Core
import Glibc
import LinuxIO
import Values

/// Reads segments again, the oldest first. What is damaged is left out and counted.
package struct RecordReader: Sendable {
    /// A segment has 4 MiB and a line more.
    package static let maxBytes = 64 << 20

    private let paths: [String]
    /// One segment that nobody can read hides none of the others.
    private let isDirectory: Bool

    /// Of a directory with segments, or of a single one.
    ///
    /// - Throws: that there is nothing to read.
    package init(_ path: String) throws(PlainError) {
        let names: [String]
        do throws(IOError) {
            names = try SegmentFiles.names(in: path)
        } catch {
            guard error.code == ENOTDIR else { throw PlainError("\(error)") }
            (paths, isDirectory) = ([path], false)
            return
        }
        guard !names.isEmpty else { throw PlainError("there are no records in \(path)") }
        (paths, isDirectory) = (names.map { "\(path)/\($0)" }, true)
    }

    /// Calls `body` with each row of these kinds that is not older than `since`, and with the time that it is
    /// from. With a segment its header comes first, whatever its age, where it is asked for.
    ///
    /// - Returns: how many lines are damaged; a segment that cannot be read counts as one.
    package func read(
        _ kinds: Set<Row.Kind> = Set(Row.Kind.allCases), since: WallTime? = nil,
        _ body: (Row, WallTime?) -> Void
    ) throws(PlainError) -> Int {
        try read(segments(since: since)[...], kinds, since, body)
    }

    /// The same with all rows of the segment in which that time is: a step builds on those before it, back to the first
    /// of its segment.
    package func readSegments(
        _ kinds: Set<Row.Kind>, since: WallTime, _ body: (Row, WallTime?) -> Void
    ) throws(PlainError) -> Int {
        try read(segments(since: since)[...], kinds, nil, body)
    }

    private func read(
        _ paths: ArraySlice<String>, _ kinds: Set<Row.Kind>, _ since: WallTime?,
        _ body: (Row, WallTime?) -> Void
    ) throws(PlainError) -> Int {
        var (damaged, wasRead) = (0, false)
        var failure: PlainError?
        for path in paths {
            do throws(PlainError) {
                damaged += try read(path, kinds, since, body)
                wasRead = true
            } catch {
                guard isDirectory else { throw error }
                damaged += 1
                failure = failure ?? error
            }
        }
        if let failure, !wasRead { throw failure }
        return damaged
    }

    /// The same of the segments that lead to a time: the one that it is in, and at most so many in all.
    package func read(
        _ kinds: Set<Row.Kind>, upTo end: WallTime?, segments count: Int,
        _ body: (Row, WallTime?) -> Void
    ) throws(PlainError) -> Int {
        var last = paths.count - 1
        while last > 0, let end, let begins = header(paths[last])?.number("utc"),
            begins > end.secondsSince1970
        { last -= 1 }
        return try read(paths[max(0, last - count + 1)...last], kinds, nil, body)
    }

    /// The segments but for those in which all is older than `since`: the next one has begun before that.
    private func segments(since: WallTime?) -> [String] {
        guard let since else { return paths }
        return paths.enumerated().filter { index, _ in
            let next = index + 1 < paths.count ? header(paths[index + 1]) : nil
            return (next?.number("utc") ?? .infinity) >= since.secondsSince1970
        }.map(\.element)
    }

    private func header(_ path: String) -> Row? {
        (try? content(path))?.split(separator: Self.lineFeed, maxSplits: 1).first
            .flatMap { Row(line: $0) }
    }

    private static let lineFeed = UInt8(ascii: "\n")

    private func read(
        _ path: String, _ kinds: Set<Row.Kind>, _ since: WallTime?, _ body: (Row, WallTime?) -> Void
    ) throws(PlainError) -> Int {
        var damaged = 0
        var clock: (time: WallTime, at: Instant)?
        let needed = kinds.union([.segment, .clock]).map { Array(Row.head($0).utf8) }
        let all = Row.Kind.allCases.map { Array(Row.head($0).utf8) }
        for line in try content(path).split(separator: Self.lineFeed) {
            guard needed.contains(where: { line.starts(with: $0) }) else {
                if !all.contains(where: { line.starts(with: $0) }) { damaged += 1 }
                continue
            }
            guard let row = Row(line: line) else {
                damaged += 1
                continue
            }
            if let time = row.wallTime { clock = (time, row.at) }
            let time = clock.map { $0.time.after(row.at - $0.at) }
            let isOld = since.map { (time?.secondsSince1970 ?? .infinity) < $0.secondsSince1970 }
            guard kinds.contains(row.kind), isOld != true || row.kind == .segment else { continue }
            body(row, time)
        }
        return damaged
    }

    private func content(_ path: String) throws(PlainError) -> [UInt8] {
        try mapped(to: PlainError.init) { () throws(IOError) in
            try readFile(path, atMost: Self.maxBytes)
        }
    }
}

extension Row {
    /// What a segment's header or a change of the clock says.
    var wallTime: WallTime? {
        number("utc").flatMap {
            WallTime(secondsSince1970: $0, secondsAheadOfUTC: Int(number("offset") ?? 0))
        }
    }
}
