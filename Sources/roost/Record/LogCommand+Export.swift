import CommandKit
import Core
import Glibc
import LinuxIO
import Recording
import Values

extension LogCommand {
    /// What others read.
    enum Format: String, CaseIterable {
        case csv = "--csv"
        case gpx = "--gpx"
        case mcap = "--mcap"
    }

    /// Writes the steps of a policy to standard output.
    static func export(
        _ name: String, as format: Format, _ source: RecordSource, since: WallTime
    ) throws(CommandError) {
        switch format {
        case .csv: try table(name, source, since)
        case .gpx: try track(name, source, since)
        case .mcap: try messages(name, source, since)
        }
    }

    private static func steps(
        _ name: String, _ source: RecordSource, _ since: WallTime,
        _ body: (StepHistory.Step, WallTime?) -> Void
    ) throws(CommandError) {
        var (history, count) = (StepHistory(), 0)
        _ = try orFail(
            try source.reader.readSegments([.step, .lost], since: since) { row, time in
                guard let (policy, step) = history.add(row), policy == name,
                    (time?.secondsSince1970 ?? .infinity) >= since.secondsSince1970
                else { return }
                count += 1
                body(step, time)
            })
        guard count > 0 else { throw .failed("no step of \"\(name)\" since \(since) is recorded") }
    }

    private static func table(
        _ name: String, _ source: RecordSource, _ since: WallTime
    ) throws(CommandError) {
        var table = StepTable()
        try steps(name, source, since) { step, _ in table.note(step) }
        Console.out(table.head())
        try steps(name, source, since) { Console.out(table.line(of: $0, $1)) }
    }

    private static func track(
        _ name: String, _ source: RecordSource, _ since: WallTime
    ) throws(CommandError) {
        var (file, points, last) = (TrackFile(), [String](), Instant.zero)
        try steps(name, source, since) { step, time in
            guard let point = file.point(of: step, time) else { return }
            if !points.isEmpty, abs((step.at - last).seconds) > 60 { points.append(TrackFile.gap) }
            points.append(point)
            last = step.at
        }
        guard !points.isEmpty else { throw .failed("\"\(name)\" knows no position") }
        Console.out(([TrackFile.head] + points + [TrackFile.tail]).joined(separator: "\n"))
    }

    private static func messages(
        _ name: String, _ source: RecordSource, _ since: WallTime
    ) throws(CommandError) {
        guard !Console.outputIsTerminal else {
            throw .usage("--mcap is not text: send it to a file, with > FILE")
        }
        let output = FileDescriptor(adopting: dup(STDOUT_FILENO))
        var (file, failure) = (MCAPFile(), IOError?.none)
        let write = { (bytes: [UInt8]) in
            do throws(IOError) { try output.write(bytes) } catch { failure = failure ?? error }
        }
        write(MCAPFile.head)
        try steps(name, source, since) { step, time in
            let at = time.map { UInt64(max(0, $0.secondsSince1970 * 1e9)) }
            let now = at ?? UInt64(clamping: step.at.nanoseconds)
            write(file.message("\(name)/inputs", step.inputs, at: now))
            write(file.message("\(name)/outputs", step.outputs, at: now))
        }
        write(MCAPFile.tail)
        if let failure { throw .failed("\(failure)") }
    }
}
