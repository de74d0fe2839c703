import Core
import Devices
import DriverKit
import LinuxIO
import Synchronization
import VideoRelay

extension ARDrone {
    /// The drone's video from its TCP port to the outlets.
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
        private let outlets: [any FrameSink]
        private let drone: Atomic<UInt8>
        private let shell: DriverShell<VideoStream>

        /// `drone` is what is known of the drone before `update` says more.
        init(
            _ setup: Setup, outlets: [any FrameSink], drone: VideoConnectionState.Drone,
            _ context: DriverContext
        ) {
            self.setup = setup
            self.outlets = outlets
            self.drone = Atomic(drone.rawValue)
            shell = DriverShell(
                context, VideoStream(stallAfter: setup.stallAfter, outlets, context.log),
                .init(ended: { $0.disconnect() }))
            shell.onClose(orSay: "an outlet of the video does not close") {
                for outlet in outlets { outlet.close() }
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
            let outlets = outlets.map(\.report)
            let drone = state
            return shell.inspect { $0.report(outlets, drone) }
        }

        private var state: VideoConnectionState.Drone {
            VideoConnectionState.Drone(rawValue: drone.load(ordering: .relaxed)) ?? .absent
        }

        private func tick(at now: Instant) {
            for outlet in outlets { outlet.flush() }
            let isWanted = outlets.contains { $0.wantsFrames }
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
    /// An outlet that cannot be opened is said in the log and left out: no flight fails for it.
    static func make(
        _ settings: ARDrone.Settings, _ context: DriverContext
    ) throws(DeviceError) -> ARDrone.VideoFeed? {
        guard let video = settings.videoTo else { return nil }
        var outlets: [any FrameSink] = []
        for outlet in video.outlets(name: context.name, system: context.system) {
            do throws(IOError) {
                outlets.append(try outlet.open(log: context.log) {})
            } catch {
                context.log.error("video: an outlet is left out: \(error)")
            }
        }
        return ARDrone.VideoFeed(
            try Setup(settings), outlets: outlets, drone: .absent, context)
    }

    /// The video alone, from a drone that is taken to be there and sending.
    ///
    /// `onEnd` is called when a file or a pipe takes no more.
    ///
    /// - Throws: that an outlet cannot be opened.
    package convenience init(
        _ setup: Setup, to outlets: [VideoOutput], scheduler: any Scheduler, log: Log,
        onEnd: @escaping @Sendable () -> Void
    ) throws(IOError) {
        var open: [any FrameSink] = []
        for outlet in outlets { open.append(try outlet.open(log: log, onEnd: onEnd)) }
        self.init(setup, outlets: open, drone: .sending, Self.context(scheduler, log))
    }
    /// That of no configuration: there is the video and nothing else.
    private static func context(_ scheduler: any Scheduler, _ log: Log) -> DriverContext {
        DriverContext(
            name: "drone", scheduler: scheduler, log: log, system: SystemPaths(runtime: "."),
            connections: PortConnections([:]), resources: SharedResourcePool(), onFailure: { _ in })
    }
}
