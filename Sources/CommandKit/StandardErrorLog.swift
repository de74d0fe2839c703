import Core
import Glibc

/// Does `body` with a log on standard error, for the journal when that is where it goes, and sees to
/// it that the last lines are written.
///
/// Nobody who logs waits for standard error: a terminal may be stopped, a pipe full.
package func withLog<Result>(
    _ threshold: LogLevel, clock: any Scheduler,
    _ body: (TextLog) throws(CommandError) -> Result
) throws(CommandError) -> Result {
    let format = LogFormat(standardErrorIsJournal() ? .journal : .terminal, start: clock.now)
    let writer = LogWriter(
        lossLine: { count in
            let lines = count == 1 ? "1 line" : "\(count) lines"
            return format.line(
                .warning, "roost: \(lines) lost: standard error was not read", at: clock.now)
        },
        output: { Console.write($0, to: STDERR_FILENO) })
    // Nobody may read any more: the devices are safe by now, and the process is to end.
    defer { writer.flush(atMost: .seconds(1)) }
    return try body(
        TextLog(
            format, threshold: threshold, clock: clock, lost: { writer.lostLines },
            sink: writer.add))
}

/// Whether standard error is the journal's: systemd says which file it connected, so that a
/// redirected one is not mistaken for it.
private func standardErrorIsJournal() -> Bool {
    guard let stream = Console.environment("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
}
