import CommandKit
import Core
import JSON
import LinuxIO
import Recording
import Values

extension YearRecorder {
    /// That of a service that is about to start, already at work; `nil` where its configuration wants nothing
    /// recorded.
    static func ofService(_ host: SupervisorHost, _ memories: FileMemoryStore) -> YearRecorder? {
        guard host.supervisor.configuration.general.recorder.isEnabled else { return nil }
        let recorder = YearRecorder(
            in: memories.directory,
            of: { host.supervisor.status(at: host.scheduler.now) }, wall: time(in:), log: host.log)
        recorder.start()
        return recorder
    }

    /// What a clock of the configuration vouches for; without one, the machine's where it was set.
    private static func time(in report: StatusReport) -> WallTime? {
        let clocks = report.drivers.flatMap(\.sources.values).filter { $0.kind == WallTime.kind }
        guard clocks.isEmpty else {
            return clocks.lazy.filter { $0.quality == .good }
                .compactMap { try? $0.value.decode(as: WallTime.self) }.first
        }
        guard let reading = try? ClockReading.now(),
            reading.isSynchronized == true || reading.timesyncdSeconds != nil
        else { return nil }
        return reading.wallTime
    }
}
