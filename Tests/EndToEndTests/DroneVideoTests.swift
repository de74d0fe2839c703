import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Simulators

extension WorldTests {
    @Suite("roost drone video") struct DroneVideoTests {
        private let directory: TemporaryDirectory
        /// Of its drone.
        private let address: String

        init() throws {
            address = try LoopbackAddress.claim()
            directory = try TemporaryDirectory()
        }

        private func drone(
            _ change: (inout VideoOptions) -> Void = { _ in }
        ) throws -> SimulatedDrone {
            var options = SimulatedDrone.Options(start: DemoWorld.start)
            options.address = address
            change(&options.video)
            return try SimulatedDrone(options, scheduler: DispatchScheduler())
        }

        private func bytes(_ name: String) throws -> [UInt8] {
            try readFile("\(directory.path)/\(name)", atMost: 64 << 20)
        }

        @Test(
            "A new file and a socket get whole pictures from an IDR picture on; SIGINT ends it well",
            arguments: [VideoOptions.HeaderSize.short, .long])
        func fileAndSocket(header: VideoOptions.HeaderSize) throws {
            let drone = try drone {
                ($0.idrPeriod, $0.headerSize) = (5, header)
            }
            defer { drone.stop() }
            let (file, socket) = ("\(directory.path)/out.h264", "\(directory.path)/v.sock")
            let roost = try RoostProcess(
                "drone", "video", "--address", address, "--to", file, "--socket", socket)
            try roost.waitFor("pictures come, 640 by 360")
            let reader = try StreamSocket(connectingTo: socket)
            var seen: [UInt8] = []
            #expect(
                try eventually {
                    while let more = try reader.read(atMost: 65536) { seen += more }
                    return H264Frame.frames(inAnnexB: seen).count > 12
                })
            roost.send(signal: SIGINT)
            #expect(try roost.wait() == .exited(0), "\(roost.errors)")
            let written = H264Frame.frames(inAnnexB: try bytes("out.h264"))
            #expect(roost.errors.contains("video: \(written.count) pictures, 640 by 360"))
            let built = BuiltInVideo.frames(idrEvery: 5)
            for frames in [written, H264Frame.frames(inAnnexB: seen).dropLast()] {
                #expect(frames.first?.kind == .idr)
                let first = try #require(built.firstIndex { $0.bytes == frames.first?.bytes })
                for (index, frame) in frames.enumerated() {
                    #expect(frame.bytes == built[(first + index) % built.count].bytes)
                }
            }
        }

        @Test("Where the disk is full the recording ends with a whole picture, and roost with 1")
        func fullDisk() throws {
            let drone = try drone { $0.idrPeriod = 1 }
            defer { drone.stop() }
            // A limit on the size of files stops a write in the middle, as a full disk does. The
            // shell counts it in blocks of 512 bytes.
            let roost = try RoostProcess(
                [
                    "drone", "video", "--address", address, "--to",
                    "\(directory.path)/out.h264",
                ], under: ["/bin/sh", "-c", #"trap '' XFSZ; ulimit -f 5; exec "$0" "$@""#])
            #expect(try roost.wait() == .exited(1), "\(roost.errors)")
            #expect(roost.errors.contains("File too large"))
            let pictures = BuiltInVideo.frames(idrEvery: 1).map(\.bytes)
            let written = try bytes("out.h264")
            let doubled = Array((pictures + pictures).joined())
            // Two pictures of 940 bytes or so, and none of the third.
            #expect(written.count == pictures.joined().count)
            #expect((0...pictures[0].count).contains { doubled[$0...].starts(with: written) })
        }

        @Test("Without a drone it says so and ends with 1; words that are off end with 2")
        func usage() throws {
            let socket = "\(directory.path)/v.sock"
            let roost = try RoostProcess(
                "drone", "video", "--address", address, "--to", "\(directory.path)/x")
            try roost.waitFor("Connection refused; trying again")
            roost.send(signal: SIGTERM)
            #expect(try roost.wait() == .exited(1))
            #expect(roost.errors.contains("no picture came from \(address):5555"))
            #expect(access("\(directory.path)/x", F_OK) != 0, "no empty file is left")
            try directory.write("there", "")
            for (words, code, hint) in [
                ([], 2, "where should the video go?"), (["--port", "0"], 2, "must be a port"),
                (["x"], 2, "options only"),
                (["--to", "\(directory.path)/there"], 1, "there already"),
                (["--socket", "/nonexistent/v"], 1, "/nonexistent/v"),
                (["--address", "drone", "--socket", socket], 2, "IPv4"),
            ] as [([String], Int32, String)] {
                let (end, _, errors) = try finished(RoostProcess(["drone", "video"] + words))
                #expect(end == .exited(code), "\(words)")
                #expect(errors.contains(hint), "\(errors)")
            }
        }

        @Test(
            "A flood of video with readers that stall does not keep the driver's commands waiting")
        func commandGap() throws {
            // 25 kB a picture: 6 Mbit/s, more than the drone's most.
            let filler = [UInt8](repeating: 7, count: 25_000)
            let sets: [UInt8] = [0, 0, 0, 1, 0x67, 66, 0xC0, 30, 0, 0, 0, 1, 0x68, 0xCE, 0x3C]
            let idr: [UInt8] = [0, 0, 0, 1, 0x65, 0x88, 0x80]
            let drone = try drone {
                $0.frames = H264Frame.frames(inAnnexB: sets + idr + filler)
            }
            defer { drone.stop() }
            let home = try TestInstallation(
                configuration: """
                    {"drivers": {"drone": {"driver": "ardrone", "address": "\(address)",
                      "video_to": {"socket": "v.sock", "recordings": "\(directory.path)"}}}}
                    """)
            let roost = try home.start()
            try home.waitForStatus("has the drone ready") { $0.linkState == "ready" }
            let readers = try (0..<4).map { _ in
                try StreamSocket(connectingTo: "\(home.runtime)/v.sock")
            }
            // Three do not read at all.
            var count = 0
            let isThrough = try eventually(within: .seconds(30)) {
                while let more = try readers[0].read(atMost: 1 << 16) { count += more.count }
                return count > 3_000_000
            }
            #expect(isThrough, "\(count) bytes")
            let diagnostics = try home.status().driver("drone")?.diagnostics ?? []
            let gap = diagnostics.first { $0.name == "command_gap_p99_ms" }?.value
            let video = try #require(diagnostics.first { $0.name == "video" }?.value)
            #expect(video["readers"] == 5)
            #expect(video["state"] == "streaming")
            guard case .number(let milliseconds)? = gap else {
                Issue.record("no command gap in \(diagnostics)")
                return
            }
            // From 50 ms on the drone's own watchdog would bite.
            #expect(milliseconds < 50)
            roost.send(signal: SIGTERM)
            #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
            let written = H264Frame.frames(inAnnexB: try bytes("drone-0001.h264"))
            #expect(written.count > 100)
        }
    }
}
