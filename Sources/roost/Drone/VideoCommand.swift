import ARDrone
import CommandKit
import Core
import Glibc
import LinuxIO
import Threads
import Values
import VideoRelay

/// `roost drone video`: the drone's video as raw H.264, without the service.
///
/// It connects to the video port and sends nothing, so that it may run beside whoever flies.
struct VideoCommand {
    static let usage = """
        roost drone video [--address IP | --config FILE [--driver NAME]]
              (--to FILE | --to - | --socket PATH | --port PORT)...
              the drone's video as raw H.264: into a new file, to standard output, or for programs
              that connect to a Unix socket or to a TCP port of 127.0.0.1. It commands nothing:
                roost drone video --to - | ffplay -f h264 -
        """

    private static let reportEvery = Duration.seconds(5)
    /// A file of one's own is stopped by hand; the card shall not be full all the same.
    private static let keepFreeBytes = 64 << 20
    private static let maxReaders = 4

    private let feed: ARDrone.VideoFeed
    private let drone: IPv4Endpoint
    private let end: Latch

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words,
            options: ["--address", "--config", "--driver", "--to", "--socket", "--port"])
        guard arguments.positional.isEmpty else { throw .usage("drone video takes options only") }
        let scheduler = DispatchScheduler()
        return try withLog(.info, clock: scheduler) { log throws(CommandError) in
            try VideoCommand(arguments, scheduler, log).run()
        }
    }

    private init(
        _ arguments: Arguments, _ scheduler: DispatchScheduler, _ log: TextLog
    ) throws(CommandError) {
        let setup = try Self.setup(arguments)
        let outputs = try Self.outputs(arguments)
        let end = Latch()
        feed = try orFail(
            try ARDrone.VideoFeed(
                setup, to: outputs, scheduler: scheduler, log: Log(log, source: "drone"),
                onEnd: { end.open() }))
        (drone, self.end) = (setup.drone, end)
    }

    /// Hands pictures on until a signal comes, or there is nobody left to take them.
    private func run() throws(CommandError) -> Int32 {
        let feed = feed
        let end = end
        let signals = try orFail(try SignalSource([SIGINT, SIGTERM, SIGHUP]) { _ in end.open() })
        let timer = DispatchScheduler().every(Self.reportEvery, name: "video-report") { tick in
            if feed.report.frames > 0 { Console.error(Self.line(feed.report)) }
        }
        feed.begin()
        withExtendedLifetime(signals) { end.wait() }
        timer.cancel()
        feed.close()
        let report = feed.report
        Console.error(Self.line(report))
        guard report.frames > 0 else {
            Console.error("roost: no picture came from \(drone)")
            return ExitCode.failed
        }
        return report.sinks.contains { $0.hasFailed } ? ExitCode.failed : ExitCode.success
    }

    private static func line(_ report: ARDrone.VideoReport) -> String {
        let size = report.pictureSize.map { ", \($0.width) by \($0.height)" } ?? ""
        let rate = fixedText(of: report.bytesPerSecond * 8 / 1000, decimals: 0)
        let slow = report.sinks.reduce(0) { $0 + $1.dropped }
        return "video: \(report.frames) pictures\(size), \(rate) kbit/s; lost \(report.lost), "
            + "not decodable \(report.dropped), too slow for \(slow); "
            + "\(report.readers) readers, \(report.reconnects) reconnects"
    }

    // MARK: Options

    private static func setup(
        _ arguments: Arguments
    ) throws(CommandError) -> ARDrone.VideoFeed.Setup {
        let configuration = try DroneSelection.configuration(arguments)
        guard let settings = configuration.drivers.first?.settings(as: ARDrone.Settings.self)
        else { throw .failed("the configuration has no drone") }
        return try orFail(try ARDrone.VideoFeed.Setup(settings))
    }

    private static func outputs(
        _ arguments: Arguments
    ) throws(CommandError) -> [VideoOutput] {
        var outputs: [VideoOutput] = []
        if let path = arguments["--socket"] {
            outputs.append(.socket(.path(path), maxClients: maxReaders))
        }
        if let text = arguments["--port"] {
            guard let port = UInt16(text), port > 0 else {
                throw .usage("--port must be a port number, found \"\(text)\"")
            }
            outputs.append(.socket(.port(port), maxClients: maxReaders))
        }
        if let target = arguments["--to"] { outputs.append(try output(target)) }
        guard !outputs.isEmpty else {
            throw .usage("where should the video go? --to FILE, --to -, --socket PATH, --port PORT")
        }
        return outputs
    }

    private static func output(_ target: String) throws(CommandError) -> VideoOutput {
        guard target == "-" else {
            // Before the first picture, so that nobody waits for a recording that cannot be.
            guard access(target, F_OK) != 0 else {
                throw .failed("\(target) is there already, and is not written over")
            }
            return .file(RecordingPlan(.file(target), limit: .max, keepFree: keepFreeBytes))
        }
        guard !Console.outputIsTerminal else {
            throw .usage("--to - is for another program to read: ... --to - | ffplay -f h264 -")
        }
        // A copy: the number itself stays open to the end.
        return .pipe(FileDescriptor(adopting: dup(STDOUT_FILENO)), name: "standard output")
    }
}
