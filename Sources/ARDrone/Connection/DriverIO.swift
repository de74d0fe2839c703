import Core
import DriverKit
import LinuxIO
import Synchronization
import Threads
import Values

extension ARDrone {
    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let sockets = try mapped(to: DeviceError.init) { () throws(IOError) in
            try DroneSockets()
        }
        return try start(settings, context, sockets)
    }

    /// Starts a driver on sockets that somebody else has made.
    static func start(
        _ settings: Settings, _ context: DriverContext, _ sockets: DroneSockets
    ) throws(DeviceError) -> any Driver {
        let claim = try Endpoints(settings).claim()
        let io = try DriverIO(settings, context, sockets)
        let ids = settings.usesIDs ? ConfigIDs(session: .random(in: 1...UInt32.max)) : nil
        let link = Link(Link.Setup(settings, ids), at: context.scheduler.now)
        let mark = FlightMark(isSet: io.marker.exists, at: context.scheduler.now)
        let shell = Shell(context, DriverState(link, mark, claim), io.hooks)
        shell.onClose(orSay: "an output of the video does not close") { io.video?.close() }
        shell.onClose(orSay: "the flight marker's file does not answer") { [marker = io.marker] in
            marker.discardReserve()
        }
        shell.watch(sockets.navdata.descriptor, name: "navdata") { io.readNavdata($0) }
        shell.every(settings.commandEvery, name: "commands") { io.tick($0, at: $1) }
        io.video?.begin()
        return shell
    }

    /// The two UDP sockets of the driver.
    ///
    /// They are not connected: a connected one would keep the local address it had when it was made,
    /// and a Pi that rejoins the drone's network may be given another.
    struct DroneSockets: Sendable {
        /// "Network control" in the IP header: Wi-Fi sends it before everything else.
        private static let precedence: UInt8 = 0xC0
        /// As the SDK has it; the kernel makes its least of it, a few datagrams. A radio that stalls
        /// must not deliver old stick positions later, in a burst.
        private static let sendBufferBytes: Int32 = 256

        let commands: UDPSocket
        let navdata: UDPSocket

        init() throws(IOError) {
            commands = try UDPSocket(
                precedence: Self.precedence, sendBufferBytes: Self.sendBufferBytes)
            navdata = try UDPSocket()
        }
    }

    /// The world around the driver's state: sockets, ports, files.
    final class DriverIO: Sendable {
        let endpoints: Endpoints
        let marker: AirborneMarker
        /// Where the marker is changed.
        let marking: WorkQueue
        let sockets: DroneSockets
        let ports: DriverPorts
        let video: VideoFeed?
        /// The time that photographs are named by, in UTC; `nil` where nobody knows it.
        let wall: @Sendable () -> WallTime?
        /// Apart from the state, because a datagram is read before the state is looked at.
        let buffer = Mutex([UInt8](repeating: 0, count: NavdataPacket.sizeLimit))

        init(
            _ settings: Settings, _ context: DriverContext, _ sockets: DroneSockets,
            wall: @escaping @Sendable () -> WallTime? = ARDrone.utcTime
        ) throws(DeviceError) {
            self.wall = wall
            endpoints = try Endpoints(settings)
            marker = AirborneMarker(endpoints, context.system)
            marking = WorkQueue("\(context.name).marker")
            self.sockets = sockets
            ports = DriverPorts(context, declination: settings.declination)
            video = try VideoFeed.make(settings, context)
        }

        var hooks: Shell.Hooks {
            Shell.Hooks(
                makeSafe: { shell in shell.with { $0.makeSafe() } },
                isSafe: { $0.isSafe(at: $1) },
                diagnostics: { LinkReport($0.link, $0.sending, at: $1).diagnostics },
                otherDiagnostics: { [video] in
                    video.map { [Diagnostic("video", $0.report.json)] } ?? []
                },
                ended: {
                    $0.controlPort = nil
                    $0.claim = nil
                })
        }
    }
}

extension ARDrone {
    static func utcTime() -> WallTime? {
        (try? ClockReading.utcSeconds()).flatMap { WallTime(secondsSince1970: $0) }
    }
}

extension ARDrone.Link.Setup {
    init(_ settings: ARDrone.Settings, _ ids: ARDrone.ConfigIDs?) {
        self.init(
            streamEntries: settings.streamEntries, flightEntries: settings.flightEntries,
            otherEntries: settings.otherEntries, ids: ids,
            readsBack: settings.readBack != .off, insists: settings.readBack == .insist,
            flatTrim: settings.flatTrim,
            limits: ARDrone.FlightStateMachine.Limits(settings))
    }
}
