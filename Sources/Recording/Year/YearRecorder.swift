import Core
import Devices
import Glibc
import LinuxIO
import Synchronization
import Threads

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
    }

    private let directory: String
    private let status: @Sendable () -> StatusReport
    private let wall: @Sendable (StatusReport) -> WallTime?
    private let log: Log
    private let years = Mutex<[String: Year]>([:])
    private let end = Latch()

    /// `wall` is the time where it can be believed: a quarter is never kept under a wrong date.
    package init(
        in directory: String, of status: @escaping @Sendable () -> StatusReport,
        wall: @escaping @Sendable (StatusReport) -> WallTime?, log: Log
    ) {
        self.directory = directory
        self.status = status
        self.wall = wall
        self.log = log
    }

    /// Begins to look once a minute.
    package func start() {
        WorkerThread.start("year", for: .service) { [self] in
            repeat { look() } while !end.wait(atMost: Self.period)
        }
    }

    /// Keeps what the last quarter was so far.
    package func close() {
        end.open()
        years.withLock { years in
            for name in years.keys { finish(&years[name], of: name) }
        }
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
        years.withLock { years in
            if years[name] == nil { years[name] = Year(table: load(name)) }
            guard let quarter else { return }
            if years[name]?.current?.quarter != quarter { finish(&years[name], of: name) }
            let before = years[name]?.current?.words ?? []
            years[name]?.current = (quarter, before.union(words))
        }
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
            if !error.isAbsence { log.warning("the year of \(name) starts over: \(error)") }
            return YearTable()
        }
    }

    private func finish(_ year: inout Year?, of name: String) {
        guard let current = year?.current else { return }
        year?.table.note(current.words, in: current.quarter)
        year?.current = nil
        do throws(IOError) {
            let file = try FileDescriptor(
                open: path(name), O_WRONLY | O_CREAT | O_APPEND, mode: 0o640)
            try file.write(Array(YearTable.line(current.words, in: current.quarter).utf8))
        } catch {
            log.warning("a quarter of an hour of \(name) is not kept: \(error)")
        }
    }
}
