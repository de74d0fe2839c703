import Core
import DriverKit
import Glibc
import JSON
import LinuxIO
import TestSupport
import TestTraits
import Testing
import Values

@testable import Drivers

/// The driver against gpsd itself, fed with NMEA sentences over UDP. Only where gpsd is installed.
@Suite("gpsd driver with a real gpsd", .enabled(if: access(RealGPSD.path, X_OK) == 0), .blocking)
struct RealGPSDTests {
    private let bench = DriverBench<GPSD>()
    private let clock = DispatchScheduler()

    private var position: Sample<Fix> { bench.connections.sample(GPSD.position, at: clock.now) }
    private var heading: Sample<Heading> { bench.connections.sample(GPSD.heading, at: clock.now) }

    @Test("fixes and a compass come through; without sentences the position grows stale")
    func wholeWay() throws {
        let gpsd = try RealGPSD()
        let driver = try #require(connect(to: gpsd))
        defer { driver.close() }

        var epoch = 0
        let hasAll = try eventually(within: .seconds(20), every: .milliseconds(100)) {
            try gpsd.sendEpoch(epoch)
            epoch += 1
            return position.good?.speedMetresPerSecond != nil && heading.good != nil
        }
        #expect(hasAll, "position \(position.quality), heading \(heading.quality)")
        let fix = try #require(position.value)
        // 47°22.614' N, 8°32.502' E: see the sentences below.
        #expect(abs(fix.position.latitude - 47.3769) < 1e-5)
        #expect(abs(fix.position.longitude - 8.5417) < 1e-5)
        #expect(abs((heading.value?.angle.degrees ?? 0) - 274.1) < 0.01)
        #expect(eventually { position.value != nil && position.good == nil })
    }

    @Test("a gpsd that is stopped is reported as absent")
    func stopped() throws {
        let gpsd = try RealGPSD()
        let driver = try #require(connect(to: gpsd))
        defer { driver.close() }
        #expect(eventually { driver.diagnostics(at: clock.now).first?.value != .null })
        gpsd.stop()
        #expect(eventually { !bench.reportedFaults.isEmpty })
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
    }

    /// Waits until gpsd takes connections: it needs a moment to start.
    private func connect(to gpsd: RealGPSD) -> (any Driver)? {
        guard eventually(within: .seconds(10), { gpsd.isListening }) else { return nil }
        return try? bench.start(["port": .number(Double(gpsd.port))], scheduler: clock)
    }
}

/// A gpsd of our own, on a port of its own.
private final class RealGPSD {
    static let path = "/usr/sbin/gpsd"

    let port: UInt16
    private let process: pid_t
    private let antenna: UDPSocket
    private var isStopped = false

    init() throws {
        let loopback = try #require(IPv4Endpoint("127.0.0.1", port: 0))
        // Free a moment ago; gpsd takes no listening socket from us.
        port = try #require(try StreamListener(on: loopback).local).port
        let receiver = try UDPSocket(bind: loopback).local
        antenna = try UDPSocket(bind: loopback)
        try antenna.connect(to: receiver)
        process = try spawn([
            Self.path, "-N", "-n", "-S", "\(port)", "udp://127.0.0.1:\(receiver.port)",
        ])
    }

    var isListening: Bool {
        guard let peer = IPv4Endpoint("127.0.0.1", port: port),
            let probe = try? StreamSocket(connectingTo: peer),
            (try? probe.wait(for: Int32(POLLOUT), milliseconds: 100)) == true
        else { return false }
        return (try? probe.connectionError()) == .some(nil)
    }

    deinit {
        stop()
    }

    func stop() {
        guard !isStopped else { return }
        isStopped = true
        // It inherited a blocked SIGTERM from the thread that started it.
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// Sends what a receiver says in one epoch, a tenth of a second after the one before.
    func sendEpoch(_ number: Int) throws {
        let tenths = number % 600
        let seconds = "\(tenths / 100)\(tenths / 10 % 10).\(tenths % 10)0"
        let time = "1200\(seconds)"
        let place = "4722.6140,N,00832.5020,E"
        let sentences = [
            "GPGGA,\(time),\(place),1,08,0.9,408.5,M,47.0,M,,",
            "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.6,0.9,1.3",
            "GPRMC,\(time),A,\(place),2.5,090.0,010726,,,A",
            "GPVTG,090.0,T,,M,2.5,N,4.6,K,A", "GPHDT,274.1,T",
        ]
        for sentence in sentences {
            let checksum = sentence.utf8.reduce(0, ^)
            let hex = (checksum < 16 ? "0" : "") + String(checksum, radix: 16, uppercase: true)
            // Nobody may be listening yet; the next epoch will be heard.
            try? antenna.send(Array("$\(sentence)*\(hex)\r\n".utf8))
        }
    }
}

/// Starts a program with its output thrown away.
private func spawn(_ arguments: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream: Int32 in 0...2 {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, arguments[0], &actions, nil, &words, nil)
    guard code == 0 else { throw IOError(call: "posix_spawn", code: code) }
    return process
}
