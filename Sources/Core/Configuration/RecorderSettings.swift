import Settings
import Values

/// Whether, where and how much is recorded.
package struct RecorderSettings: PluginSettings {
    package let isEnabled: Bool
    package let directory: String
    package let writeEvery: Duration
    package let maxMegabytes: Double
    package let minFree: Double
    package let steps: RecordedSteps

    package init(_ read: SettingsReader) {
        isEnabled = read("enabled", .bool, default: true, "Whether anything is recorded.")
        directory = read(
            "directory", .text("a directory"), default: "records",
            "Where the records are. A relative path starts at the directory for what outlives a "
                + "restart, $STATE_DIRECTORY of the service.")
        writeEvery = read(
            "write_every", .duration(.seconds(1) ... .seconds(60)), default: .seconds(10),
            "How often what has gathered is written: a power cut loses as much. A new decision or a "
                + "failure is written at once.")
        maxMegabytes = read(
            "max_size", .megabytes(10...100_000), default: 200,
            "How much the records may take; the oldest are deleted first.")
        minFree = read(
            "min_free", .fraction(0...0.9), default: 0.05,
            "How much of the file system the records leave free.")
        steps = read(
            "steps", .oneOf(.all), default: .all,
            "Which steps of policies are recorded with their inputs and outputs: all, or those a "
                + "minute before and after a failure, which wait for it in memory. Decisions and the "
                + "log always are.")
    }
}

/// The steps that are recorded, as the configuration names them.
package enum RecordedSteps: String, CaseIterable, Sendable {
    case all
    case aroundFailures = "around-failures"
}
