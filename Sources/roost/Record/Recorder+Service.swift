import CommandKit
import Core
import LinuxIO
import Recording
import Values

extension Recorder {
    /// The recorder of a service that is about to start, already at work; `nil` where the configuration wants
    /// none.
    static func ofService(
        _ configuration: Configuration, _ memories: FileMemoryStore, _ clock: any Scheduler,
        _ log: Log
    ) -> Recorder? {
        let settings = configuration.general.recorder
        guard settings.isEnabled else { return nil }
        let files = SegmentFiles(
            directory: recordDirectory(settings, state: memories.directory),
            maxBytes: Int(settings.maxMegabytes * 1_000_000), minFree: settings.minFree)
        let recorder = Recorder(
            settings, of: RecordSubject(configuration, memories: memories), in: files, clock: clock,
            wall: { try? ClockReading.now().wallTime }, log: log)
        recorder.start()
        return recorder
    }
}

/// Where the records of a service with this state directory are.
func recordDirectory(_ settings: RecorderSettings, state: String) -> String {
    settings.directory.hasPrefix("/") ? settings.directory : "\(state)/\(settings.directory)"
}
