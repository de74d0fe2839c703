import Core
import DriverKit
import Drivers
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

/// The driver pwm-output on the kernel's pwm-pca9685, on an emulated PCA9685.
extension RigTests {
    struct DimmerTests {
        private static let channel = 3

        private static func board() throws -> PCA9685 { try PCA9685() }

        /// A part of the period, 0 to 1.
        private static func level(_ board: PCA9685) throws -> Double {
            let output = try board.output(of: channel)
            return output.period == 0 ? 0 : Double(output.pulse) / Double(output.period)
        }

        private static func isAt(_ level: Double, _ board: PCA9685) throws -> Bool {
            // A step of the chip is 1/4096.
            abs(try Self.level(board) - level) < 0.001
        }

        private static func home(safe: Double) throws -> TestInstallation {
            try TestInstallation(
                drivers: """
                    "lamp": {
                      "driver": "pwm-output", "chip": "1-0040", "channel": \(channel),
                      "period": "5ms", "safe": \(safe)
                    }
                    """)
        }

        @Test(
            "a lamp goes by its ramp to what is wanted, and to its safe level when the lease ends")
        func ramp() throws {
            let board = try Self.board()
            let clock = DispatchScheduler()
            let bench = DriverBench(PWMDimmer.self)
            let context = DriverContext(
                name: "lamp", scheduler: clock, log: Log(bench.log, source: "lamp"),
                system: SystemPaths(runtime: "/run"), connections: bench.connections,
                resources: bench.resources, onFailure: bench.context().fail)
            let settings = try bench.settings([
                "chip": "1-0040", "channel": .number(Double(Self.channel)), "period": "5ms",
                "ramp": "2s", "safe": 0.125,
            ])
            let driver = try PWMDimmer.start(settings, context)
            defer { driver.close() }
            // Nobody has commanded it: off, then safe.
            #expect(try eventually(within: .seconds(10)) { try Self.isAt(0.125, board) })
            let writer = bench.connections.sink(PWMDimmer.level).makeWriter()
            let begun = clock.now
            writer.send(.full, until: begun + .seconds(4))
            var seen: [Double] = []
            _ = try eventually(within: .seconds(4), every: .milliseconds(20)) {
                seen.append(try Self.level(board))
                return try Self.isAt(1, board)
            }
            let took = clock.now - begun
            // 0.875 of the way at 2 s for all of it.
            #expect(took > .milliseconds(1600) && took < .milliseconds(2600))
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 + 0.001 })
            #expect(zip(seen, seen.dropFirst()).allSatisfy { $1 - $0 < 0.2 })
            #expect(seen.count { $0 > 0.2 && $0 < 0.9 } > 10)
            // Safe at once: not by the ramp.
            #expect(try eventually(within: .seconds(10)) { try Self.isAt(0.125, board) })
            #expect(clock.now - begun >= .seconds(4))
            #expect(clock.now - begun < .milliseconds(4500))
        }

        @Test("a lamp whose service was killed goes on; park brings it to its safe level, twice")
        func killed() throws {
            let board = try Self.board()
            let home = try Self.home(safe: 0.25)
            let roost = try home.start()
            #expect(try eventually(within: .seconds(10)) { try Self.isAt(0.25, board) })
            roost.send(signal: SIGKILL)
            _ = try roost.wait()
            #expect(try Self.isAt(0.25, board))
            // As it would be in the middle of a command.
            let files = try board.files(of: Self.channel)
            try files.set("duty_cycle", to: try files.number("period") * 9 / 10)
            #expect(try Self.isAt(0.9, board))
            for _ in 1...2 {
                let park = try finished(
                    RoostProcess("park", home.configuration, "--runtime", home.runtime))
                #expect(park.end == .exited(0), "\(park.errors)")
                #expect(try Self.isAt(0.25, board))
            }
        }

        @Test("a service that stops leaves the safe level: none at all, if that is off")
        func stopped() throws {
            let board = try Self.board()
            for safe in [0.5, 0] {
                let home = try Self.home(safe: safe)
                let roost = try home.start()
                #expect(try eventually(within: .seconds(10)) { try Self.isAt(safe, board) })
                roost.send(signal: SIGTERM)
                #expect(try roost.wait() == .exited(0))
                #expect(try Self.isAt(safe, board))
            }
        }
    }
}
