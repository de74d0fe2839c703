import Core
import Glibc
import LinuxIO
import TestSupport
import Values

/// The real command on one host flies the simulated drone on the other; what goes wrong between
/// them is real, too: interfaces, addresses, other programs' datagrams.
final class RadioFlight {
    let network: RadioNetwork
    let home: TestInstallation
    let drone: RoostProcess
    let roost: RoostProcess
    private let faults: Int32
    private let clock = DispatchScheduler()

    /// Begins with the drone in the air, hovering because a person asked for it.
    init() throws {
        network = try RadioNetwork()
        home = try TestInstallation(configuration: Self.configuration)
        let pipe = "\(home.directory.path)/faults"
        guard mkfifo(pipe, 0o600) == 0 else { throw TestSupportError("mkfifo: \(errno)") }
        // For both directions, so that neither side waits for the other to open it.
        faults = open(pipe, O_RDWR | O_CLOEXEC)
        drone = try RoostProcess(
            ["simulate", "drone", "--address", RadioNetwork.droneAddress],
            under: network.entry(to: .drone), input: pipe)
        try drone.waitFor("simulated AR.Drone 2")
        roost = try RoostProcess(
            ["run", home.configuration, "--runtime", home.runtime],
            under: network.entry(to: .pi))
        try roost.waitFor("started:")
        try home.waitForStatus("has found the drone") { $0.linkState == "ready" }
        try takeOff()
    }

    deinit {
        close(faults)
    }

    private static let configuration = """
        {
          "drivers": { "drone": { "driver": "ardrone" } },
          "policies": {
            "pilot": {
              "policy": "drone-navigation", "every": "50ms", "start": "on-command", "targets": [],
              "receiver_rides_on_aircraft": true,
              "inputs": { "flight": "drone", "heading": "drone", "position": "drone" },
              "outputs": { "pilot": "drone" }
            }
          }
        }
        """

    func takeOff() throws {
        _ = try home.waitForStatus("may take off") { _ in
            guard let answer = try? home.run("send", "takeoff") else { return false }
            return answer.end == .exited(0)
        }
        try home.waitForStatus("flies") { $0.linkState == "flying" }
        let hover = try home.run("send", "hover")
        guard hover.end == .exited(0) else { throw TestSupportError(hover.errors) }
    }

    /// Makes something go wrong in the simulated air.
    func inject(_ fault: String) {
        let line = Array("\(fault)\n".utf8)
        write(faults, line, line.count)
    }

    func wait(_ duration: Duration) {
        _ = eventually(within: duration, every: .milliseconds(10)) { false }
    }

    /// How long from now until the link is in one of `states`.
    func time(to states: String..., within limit: Duration = .seconds(5)) throws -> Duration {
        let start = clock.now
        try home.waitForStatus("is \(states) again", within: limit) {
            states.contains($0.linkState)
        }
        return clock.now - start
    }

    /// The UDP port on which the driver hears the drone: its sockets are the command's only ones,
    /// and the drone knows which it speaks to, but here both are tried.
    func driverPorts() throws -> [Int] {
        let table = try readFile("/proc/\(roost.pid)/net/udp", atMost: 1 << 16)
        return String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst()
            .compactMap { $0.split(separator: " ").dropFirst().first }
            .compactMap { $0.split(separator: ":").last.flatMap { Int($0, radix: 16) } }
    }

    /// What the driver has said since `mark`, a length of the log.
    func log(since mark: Int) -> String {
        String(decoding: Array(roost.errors.utf8).dropFirst(mark), as: UTF8.self)
    }

    var logLength: Int { roost.errors.utf8.count }
}
