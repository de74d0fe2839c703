import CommandKit
import Core
import Glibc
import HouseTrials
import Recording
import Threads
import Values

/// The black box of a door in virtual time: the recorder of a service, on the clock of the trial.
final class HouseRecording: HouseWitness {
    private let directory: String
    private let configuration: Configuration
    private let recorder = Locked<Recorder?>(nil)
    private let time = Locked<WallTime?>(nil)
    /// Since its steps were written last: a tape has room for 64 at least, and a write waits for the disk.
    private let seconds = Locked(0)
    private static let writeEvery = 60

    init(in directory: String, of configuration: Configuration) {
        self.directory = directory
        self.configuration = configuration
    }

    func begin(_ entry: PolicyEntry, clock: any Scheduler) -> any StepObserver {
        let settings = configuration.general.recorder
        let files = SegmentFiles(
            directory: directory, maxBytes: Int(settings.maxMegabytes * 1_000_000),
            minFree: settings.minFree)
        let log = TextLog(
            LogFormat(.terminal, start: clock.now), threshold: .warning, clock: clock
        ) { Console.write($0, to: STDERR_FILENO) }
        let recorder = Recorder(
            settings, of: RecordSubject(configuration, memories: nil), in: files, clock: clock,
            wall: { [time] in time.value }, log: Log(log, source: "recorder"))
        self.recorder.withLock { $0 = recorder }
        return recorder.observer(of: entry)
    }

    func note(_ time: WallTime?) {
        self.time.withLock { $0 = time }
        let isDue = seconds.withLock { seconds in
            seconds = (seconds + 1) % Self.writeEvery
            return seconds == 0
        }
        if isDue { recorder.value?.drain() }
    }

    func end() {
        recorder.value?.finish()
    }
}
