import Core
import Devices
import LinuxIO
import VideoRelay

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
