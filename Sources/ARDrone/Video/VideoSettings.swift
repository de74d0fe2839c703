import Core
import Settings
import VideoRelay

extension ARDrone {
    /// Where the drone's video goes; it is not fetched where this group is left out.
    struct VideoSettings: PluginSettings {
        let socket: String?
        let port: UInt16?
        let readers: Int
        let recordings: String?
        let recordLimitMegabytes: Double
        let keepFreeMegabytes: Double
        let dronePort: UInt16
        let stallAfter: Duration

        init(_ read: SettingsReader) {
            socket = read(
                optional: "socket", .text("a path"),
                "A Unix socket that gives the video as raw H.264 to whoever connects. "
                    + "A relative path starts at the runtime directory.")
            port = read(
                optional: "port", .port,
                "The same on a TCP port of 127.0.0.1, for programs that know no Unix sockets.")
            readers = read(
                "readers", .integer(1...16), default: 4,
                "How many may read at the same time, on each of the two.")
            recordings = read(
                optional: "recordings", .text("a directory"),
                "A directory that gets a new file with the raw H.264 at every start.")
            recordLimitMegabytes = read(
                "record_limit", .megabytes(1...64_000), default: 2000,
                "How large a recording may become; then it ends.")
            keepFreeMegabytes = read(
                "keep_free", .megabytes(1...64_000), default: 256,
                "A recording ends where it would leave less than this free.")
            dronePort = read(
                "drone_port", .port, default: 5555, "The TCP port of the drone that sends video.")
            stallAfter = read(
                "stall_after", .duration(.seconds(1)...(.seconds(60))), default: .seconds(3),
                "How long nothing may come before the connection is made again.")
            read.rule(
                .atLeastOne(["socket", "port", "recordings"]), "socket",
                "the video goes nowhere: give a socket, a port or recordings")
            read.check(
                recordings?.hasPrefix("/") ?? true, "recordings",
                "expected a path from the root: the runtime directory is in memory")
        }
    }
}

extension ARDrone.VideoSettings {
    /// `name` is that of the driver, for the recordings.
    func outputs(name: String, system: SystemPaths) -> [VideoOutput] {
        var outputs: [VideoOutput] = []
        if let socket {
            outputs.append(.socket(.path(system.resolve(socket)), maxClients: readers))
        }
        if let port { outputs.append(.socket(.port(port), maxClients: readers)) }
        if let recordings {
            outputs.append(
                .file(
                    RecordingPlan(
                        .directory(recordings, name: name),
                        limit: Self.bytes(recordLimitMegabytes),
                        keepFree: Self.bytes(keepFreeMegabytes))))
        }
        return outputs
    }

    private static func bytes(_ megabytes: Double) -> Int {
        Int((megabytes * 1e6).rounded())
    }
}
