import Core
import DriverKit
import LinuxIO
import Settings
import Synchronization
import Values
import VideoRelay

extension ARDrone {
    /// The drone's video from its TCP port to its sinks.
    ///
    /// It has threads and a lock of its own, and shares with the command path one atomic number: no
    /// reader, card or flood of bytes can keep a command waiting. It takes the video only while
    /// somebody wants it, for the radio carries the commands too.
    package final class VideoFeed: Sendable {
        package struct Setup: Sendable {
            package let drone: IPv4Endpoint
            package let stallAfter: Duration

            /// The drone that the settings name, whether or not they ask for its video.
            package init(_ settings: ARDrone.Settings) throws(DeviceError) {
                let video = settings.videoTo ?? SettingsReader.defaults(of: VideoSettings.self)
                drone = try Endpoints(settings).commands.withPort(video.dronePort)
                stallAfter = video.stallAfter
            }
        }

        private static let tickPeriod = Duration.milliseconds(250)

        private let setup: Setup
        private let sinks: [any FrameSink]
        private let drone: Atomic<UInt8>
        private let shell: DriverShell<VideoStream>

        /// `drone` is what is known of the drone before `update` says more.
        init(
            _ setup: Setup, sinks: [any FrameSink], drone: VideoConnectionState.Drone,
            _ context: DriverContext
        ) {
            self.setup = setup
            self.sinks = sinks
            self.drone = Atomic(drone.rawValue)
            shell = DriverShell(
                context, VideoStream(stallAfter: setup.stallAfter, sinks, context.log),
                .init(ended: { $0.disconnect() }))
            shell.onClose(orSay: "an output of the video does not close") {
                for sink in sinks { sink.close() }
            }
        }

        package func begin() {
            shell.every(Self.tickPeriod, name: "video-tick") { [weak self] _, now in
                self?.tick(at: now)
            }
        }

        /// What the drone says of itself. Costs the caller nothing: no lock is taken.
        func update(_ drone: VideoConnectionState.Drone) {
            self.drone.store(drone.rawValue, ordering: .relaxed)
        }

        package func close() {
            shell.close()
        }

        package var report: VideoReport {
            let reports = sinks.map(\.report)
            let drone = state
            return shell.inspect { $0.report(reports, drone) }
        }

        private var state: VideoConnectionState.Drone {
            VideoConnectionState.Drone(rawValue: drone.load(ordering: .relaxed)) ?? .absent
        }

        private func tick(at now: Instant) {
            for sink in sinks { sink.flush() }
            let isWanted = sinks.contains { $0.wantsFrames }
            let drone = state
            let connects = shell.with { $0.tick(drone, isWanted: isWanted, at: now) }
            if connects == true { connect(at: now) }
        }

        private func connect(at now: Instant) {
            do throws(IOError) {
                let connection = try StreamConnection(to: setup.drone, name: "video", of: shell) {
                    VideoStream.read($0)
                }
                shell.with { $0.connection = connection }
            } catch {
                shell.with { $0.lose("\(error)", at: now) }
            }
        }
    }
}

extension ARDrone.VideoFeed {
    /// The video that the driver's settings ask for; `nil` when they ask for none.
    ///
    /// An output that cannot be opened is said in the log and left out: no flight fails for it.
    static func make(
        _ settings: ARDrone.Settings, _ context: DriverContext
    ) throws(DeviceError) -> ARDrone.VideoFeed? {
        guard let video = settings.videoTo else { return nil }
        var sinks: [any FrameSink] = []
        for output in video.outputs(name: context.name, system: context.system) {
            do throws(IOError) {
                sinks.append(try output.open(log: context.log) {})
            } catch {
                context.log.error("video: an output is left out: \(error)")
            }
        }
        return ARDrone.VideoFeed(
            try Setup(settings), sinks: sinks, drone: .absent, context)
    }

    /// The video alone, from a drone that is taken to be there and sending.
    ///
    /// `onEnd` is called when a file or a pipe takes no more.
    ///
    /// - Throws: that an output cannot be opened.
    package convenience init(
        _ setup: Setup, to outputs: [VideoOutput], scheduler: any Scheduler, log: Log,
        onEnd: @escaping @Sendable () -> Void
    ) throws(IOError) {
        var sinks: [any FrameSink] = []
        for output in outputs { sinks.append(try output.open(log: log, onEnd: onEnd)) }
        self.init(setup, sinks: sinks, drone: .sending, Self.context(scheduler, log))
    }
    /// That of no configuration: there is the video and nothing else.
    private static func context(_ scheduler: any Scheduler, _ log: Log) -> DriverContext {
        DriverContext(
            name: "drone", scheduler: scheduler, log: log, system: SystemPaths(runtime: "."),
            connections: PortConnections([:]), resources: SharedResourcePool(), onFailure: { _ in })
    }
}
