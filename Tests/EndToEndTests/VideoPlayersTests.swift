import Core
import Glibc
import LinuxIO
import TestSupport
import Testing

@testable import Simulators

extension WorldTests {
    /// Programs that nobody here wrote decode what `roost drone video` hands on.
    /// `script/test-third-party --video` installs them; without them these tests are not run.
    @Suite("players of the drone's video") struct VideoPlayersTests {
        private static let ffmpeg = "/usr/bin/ffmpeg"
        private static let gstreamer = "/usr/bin/gst-launch-1.0"
        private let directory: TemporaryDirectory

        init() throws {
            directory = try TemporaryDirectory()
        }

        /// Lets a player join a stream that is running; returns its exit code and what it said.
        private func play(
            _ output: [String], _ player: String, _ words: [String]
        ) throws -> (code: Int32, log: String) {
            let address = try LoopbackAddress.claim()
            var options = SimulatedDrone.Options(start: DemoWorld.start)
            options.address = address
            options.video.idrPeriod = 10
            let drone = try SimulatedDrone(options, scheduler: DispatchScheduler())
            defer { drone.stop() }
            // The file keeps the stream running, so that the player is not the first.
            let roost = try RoostProcess(
                ["drone", "video", "--address", address, "--to", "\(directory.path)/x"] + output)
            try roost.waitFor("pictures come")
            let process = try ChildProcess(player, words, logPath: "\(directory.path)/log")
            let hasEnded = eventually(within: .seconds(40), every: .milliseconds(50)) {
                process.poll() != nil
            }
            let log = directory.read("log") ?? ""
            #expect(hasEnded, "\(log)")
            return (process.poll() ?? -1, log)
        }

        @Test(
            "ffmpeg joins at the Unix socket and decodes 40 pictures without an error",
            .enabled(if: access(ffmpeg, X_OK) == 0, "there is no ffmpeg"))
        func unixSocket() throws {
            let socket = "\(directory.path)/v.sock"
            let sums = "\(directory.path)/sums"
            let (code, log) = try play(
                ["--socket", socket], Self.ffmpeg,
                [
                    "-v", "error", "-probesize", "5000", "-f", "h264", "-i", "unix:\(socket)",
                    "-frames:v", "40", "-f", "framemd5", sums,
                ])
            #expect(code == 0, "\(log)")
            #expect(log == "")
            let lines = (directory.read("sums") ?? "").split(separator: "\n")
            #expect(lines.count { !$0.hasPrefix("#") } == 40)
            #expect(lines.contains("#dimensions 0: 640x360"))
        }

        @Test(
            "GStreamer joins at the TCP port and decodes 40 pictures",
            .enabled(if: access(gstreamer, X_OK) == 0, "there is no GStreamer"))
        func port() throws {
            let raw = "\(directory.path)/raw"
            let (code, log) = try play(
                ["--port", "5671"], Self.gstreamer,
                [
                    "-q", "tcpclientsrc", "host=127.0.0.1", "port=5671", "!", "h264parse", "!",
                    "avdec_h264", "!", "identity", "eos-after=40", "!", "filesink",
                    "location=\(raw)",
                ])
            #expect(code == 0, "\(log)")
            // Half the lines and columns of colour: 12 bits a pixel.
            var status = stat()
            #expect(stat(raw, &status) == 0)
            let picture = 640 * 360 * 3 / 2
            #expect(Int(status.st_size) % picture == 0)
            // It stops when it gets to it, by a few more.
            #expect(Int(status.st_size) / picture >= 40)
        }
    }
}
