import Core
import Glibc
import JSON
import LinuxIO
import Synchronization
import Threads
import Values

/// Keeps the year of each policy that has marks for it, in a file for each: `NAME.year` in the state directory, a line for
/// each quarter of an hour.
package final class YearRecorder: Sendable {
    private static let period = Duration.seconds(60)
    /// A year has 1 MB; what is older goes when it is read.
    private static let maxBytes = 4 << 20

    private struct Year {
        var table: YearTable
        /// The quarter that goes on, with what was so in it.
        var current: (quarter: YearTable.Quarter, words: Set<String>)?

        /// Ends the quarter that goes on.
        ///
        /// - Returns: its line, where there was one.
        mutating func finish() -> String? {
            guard let (quarter, words) = current.take() else { return nil }
            table.note(words, in: quarter)
            return YearTable.line(words, in: quarter)
        }
    }

    private let directory: String
    private let status: @Sendable () -> StatusReport
    private let wall: @Sendable (StatusReport) -> WallTime?
    private let append: @Sendable (_ line: String, _ path: String) throws(IOError) -> Void
    private let log: Log
    /// Never held while a file is read or written: who asks for a year waits for no card.
    private let years = Mutex<[String: Year]>([:])
    private let end = Latch()
    private let isOver = Latch()

    /// `wall` is the time where it can be believed: a quarter is never kept under a wrong date.
    package convenience init(
        in directory: String, of status: @escaping @Sendable () -> StatusReport,
        wall: @escaping @Sendable (StatusReport) -> WallTime?, log: Log
    ) {
        self.init(in: directory, of: status, wall: wall, append: Self.append, log: log)
    }

    /// `append` puts a line at the end of a file, which may take its time.
    init(
        in directory: String, of status: @escaping @Sendable () -> StatusReport,
        wall: @escaping @Sendable (StatusReport) -> WallTime?,
        append: @escaping @Sendable (_ line: String, _ path: String) throws(IOError) -> Void,
        log: Log
    ) {
        self.directory = directory
        self.status = status
        self.wall = wall
        self.append = append
        self.log = log
    }

    /// Begins to look once a minute.
    package func start() {
        WorkerThread.start("year", for: .service) { [self] in
            repeat { look() } while !end.wait(atMost: Self.period)
            finish()
            isOver.open()
        }
    }

    /// Keeps what the last quarter was so far. Waits two seconds for that at most.
    package func close() {
        end.open()
        _ = isOver.wait(atMost: .seconds(2))
    }

    /// Keeps what the last quarter was so far: for whoever calls `look` without the thread.
    func finish() {
        let lines = years.withLock { years in
            years.keys.map { (name: $0, line: years[$0]?.finish()) }
        }
        for (name, line) in lines { keep(line, of: name) }
    }

    /// The year of each policy that has one: `YearTable.json`, with the quarter that goes on.
    package var json: JSONValue {
        .object(
            years.withLock { years in
                years.mapValues { year in
                    var table = year.table
                    if let current = year.current { table.note(current.words, in: current.quarter) }
                    return table.json
                }
            })
    }

    /// Takes note of what is so now.
    func look() {
        let report = status()
        let quarter = wall(report).map(YearTable.Quarter.init)
        for policy in report.policies {
            guard case .array(let marks)? = policy.details?["marks"] else { continue }
            var words = Set(
                marks.compactMap { mark in
                    if case .string(let word) = mark { word } else { nil }
                })
            if policy.reason?.isFailsafe == true { words.insert("failsafe") }
            note(words, of: policy.name, in: quarter)
        }
    }

    /// `quarter` is `nil` while the time is not known: what was kept before is told all the same.
    private func note(_ words: Set<String>, of name: String, in quarter: YearTable.Quarter?) {
        if years.withLock({ $0[name] == nil }) {
            let table = load(name)
            years.withLock { $0[name] = Year(table: table) }
        }
        guard let quarter else { return }
        let line = years.withLock { years -> String? in
            let isOver = years[name]?.current?.quarter != quarter
            let line = isOver ? years[name]?.finish() : nil
            let before = years[name]?.current?.words ?? []
            years[name]?.current = (quarter, before.union(words))
            return line
        }
        keep(line, of: name)
    }

    // MARK: The file

    private func path(_ name: String) -> String { "\(directory)/\(name).year" }

    private func load(_ name: String) -> YearTable {
        do throws(IOError) {
            let bytes = try readFile(path(name), atMost: Self.maxBytes)
            let table = YearTable(parsing: bytes)
            if bytes.count > Self.maxBytes / 2 {
                try replaceFile(at: path(name), with: table.bytes, mode: 0o640)
                unlink(path(name) + ".before")
            }
            return table
        } catch {
            if error.code != ENOENT { log.warning("the year of \(name) starts over: \(error)") }
            // It can be no year, and would only grow.
            if error.code == EFBIG { rename(path(name), path(name) + ".before") }
            return YearTable()
        }
    }

    private func keep(_ line: String?, of name: String) {
        guard let line else { return }
        do throws(IOError) {
            try append(line, path(name))
        } catch {
            log.warning("a quarter of an hour of \(name) is not kept: \(error)")
        }
    }

    private static func append(_ line: String, to path: String) throws(IOError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK
        try FileDescriptor(open: path, flags, mode: 0o640).write(Array(line.utf8))
    }
}
