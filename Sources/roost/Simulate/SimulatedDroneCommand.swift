import CommandKit
import Core
import LinuxIO
import Simulators
import Values

/// `roost simulate drone`: one drone, and on standard input what is to go wrong with it.
enum SimulatedDroneCommand {
    static let usage = """
        roost simulate drone   an AR.Drone 2 on UDP 5554 and 5556 and TCP 5555 and 5559, for any
              client to fly
              [--address IP] [--latitude DEG] [--longitude DEG] [--no-gps] [--uncalibrated]
              [--wind M/S] [--seed N] [--lands-after SECONDS, once the link is lost]
              [--strict-bootstrap, which a client ends with CTRL too, as the guide says]
              [--video FILE, H.264 Annex B] [--video-header 64|68] [--idr-every FRAMES]
              [--faults "FAULT; FAULT; ..."]; faults also come on standard input, one a line:
        \(indented(FaultCommand.usage))
        """

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n").map { "                " + $0 }.joined(separator: "\n")
    }

    /// A minute of video at the highest rate that the drone knows is far less.
    private static let maxVideo = 256 << 20

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(
            words,
            options: [
                "--address", "--latitude", "--longitude", "--wind", "--seed", "--faults",
                "--video", "--video-header", "--idr-every", "--lands-after",
            ],
            flags: ["--no-gps", "--uncalibrated", "--strict-bootstrap"])
        guard arguments.positional.isEmpty else {
            throw .usage("simulate drone takes options only")
        }
        let options = try options(arguments)
        let faults = try faults(arguments)
        let scheduler = DispatchScheduler()
        let drone = try orFail(try SimulatedDrone(options, scheduler: scheduler))
        faults.forEach(drone.apply)
        Console.out(
            "simulated AR.Drone 2 at \(options.address): navigation data on UDP "
                + "\(drone.navdataEndpoint.port), commands on UDP \(drone.atEndpoint.port), "
                + "configuration on TCP \(drone.controlEndpoint.port), video on TCP "
                + "\(drone.videoEndpoint.port)")
        FaultConsole.start(for: drone)
        try SimulateCommand.tell(drone, scheduler: scheduler)
        drone.stop()
        return ExitCode.success
    }

    // MARK: Options

    private static func options(
        _ arguments: Arguments
    ) throws(CommandError) -> SimulatedDrone.Options {
        let latitude = try arguments.number("--latitude", -90...90) ?? WorldHost.start.latitude
        let longitude =
            try arguments.number("--longitude", -180...180) ?? WorldHost.start.longitude
        guard let start = Position(latitude: latitude, longitude: longitude) else {
            throw .usage("--latitude and --longitude do not make a place")
        }
        var options = SimulatedDrone.Options(start: start)
        options.address = try arguments.address().host
        options.hasGPS = !arguments.has("--no-gps")
        options.isCompassCalibrated = !arguments.has("--uncalibrated")
        if arguments.has("--strict-bootstrap") { options.bootstrapEnd = .acknowledged }
        options.seed = UInt64(try arguments.number("--seed", 0...1e9) ?? 1)
        options.landsAfterLinkLoss = try arguments.number("--lands-after", 0...3600)
            .map { .seconds($0) }
        if let speed = try arguments.number("--wind", 0...20) {
            options.wind = Wind(speedMetresPerSecond: speed, gustMetresPerSecond: speed / 3)
        }
        options.video = try video(arguments)
        return options
    }

    private static func video(_ arguments: Arguments) throws(CommandError) -> VideoOptions {
        var options = VideoOptions()
        options.idrPeriod = Int(try arguments.number("--idr-every", 1...1000) ?? 30)
        if let text = arguments["--video-header"] {
            guard let size = UInt16(text).flatMap(VideoOptions.HeaderSize.init) else {
                throw .usage("--video-header must be 64 or 68, found \"\(text)\"")
            }
            options.headerSize = size
        }
        guard let path = arguments["--video"] else { return options }
        let stream = try orFail(try readFile(path, atMost: maxVideo), "--video")
        options.frames = H264Frame.frames(inAnnexB: stream)
        guard !options.frames.isEmpty else {
            throw .failed(
                "--video: \(path) has no H.264 picture behind a start code (Annex B); "
                    + "\"ffmpeg -i IN -c:v libx264 -profile:v baseline -s 640x360 OUT.h264\" "
                    + "makes one that has")
        }
        return options
    }

    private static func faults(_ arguments: Arguments) throws(CommandError) -> [FaultCommand] {
        try mapped(to: { CommandError.usage("--faults: \($0)") }) { () throws(PlainError) in
            try FaultCommand.list(arguments["--faults"] ?? "")
        }
    }
}
