import Core
import Glibc
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

/// Faults of a real network between the real command and the simulated drone.
extension WorldTests {
    private static let whyNot: Comment = "no network namespaces for this user on this kernel"

    @Test(
        "The interface goes and comes back, also as another and with another address, in flight",
        .enabled(if: RadioNetwork.isPossible, whyNot))
    func interface() throws {
        let flight = try RadioFlight()
        let table = RadioTable(flight)
        let down = "ip link set radio0 down"
        let up = "ip link set radio0 up"
        try table.row("interface down for 2 s") {
            try flight.network.run(down, on: .pi)
            flight.wait(.seconds(2))
            try flight.network.run(up, on: .pi)
        }
        // Only positions that have been good for 3 s again count as back.
        flight.wait(.seconds(5))
        try table.row("interface down for 2 s, back with another address") {
            try flight.network.run("\(down); ip addr flush dev radio0", on: .pi)
            flight.wait(.seconds(2))
            try flight.network.run("ip addr add 192.168.1.77/24 dev radio0; \(up)", on: .pi)
        }
        flight.wait(.seconds(5))
        try table.row("interface pulled out for 2 s, back as a new one") {
            try flight.network.run("ip link del radio0", on: .pi)
            flight.wait(.seconds(2))
            try flight.network.plugIn()
        }
        #expect(!flight.drone.output.contains("landing"), "\(flight.drone.output)")
        #expect(flight.log(since: 0).contains("sending again"), "\(flight.roost.errors)")
        #expect(flight.roost.end == nil)
    }

    @Test(
        "Garbage and a second controller on the drone's own network are survived",
        .enabled(if: RadioNetwork.isPossible, whyNot))
    func strangers() throws {
        let flight = try RadioFlight()
        let table = RadioTable(flight)
        try table.row("50 000 datagrams of garbage from the drone's address") {
            for port in try flight.driverPorts() {
                try flight.network.run(
                    "exec 3>/dev/udp/192.168.1.2/\(port); "
                        + "dd if=/dev/urandom bs=300 count=25000 >&3 || true", on: .drone)
            }
        }
        try table.row("second controller with far higher numbers for 3 s") {
            let rival = try flight.network.start(
                """
                exec 3>/dev/udp/192.168.1.1/5556
                for ((n = 9000000; n < 9000200; n += 2)); do
                  printf 'AT*REF=%d,290718208\\rAT*PCMD=%d,1,0,0,0,1056964608\\r' $n $((n + 1)) >&3
                  sleep 0.03
                done
                """, on: .pi)
            #expect(
                eventually(within: .seconds(3)) {
                    flight.roost.errors.contains("somebody else commands the drone too")
                }, "\(flight.roost.errors)")
            _ = rival.waitForEnd()
        }
        #expect(!flight.drone.output.contains("landing"), "\(flight.drone.output)")
        #expect(flight.roost.end == nil)
        let refused = try flight.home.status().driver("drone")?.diagnostics.first {
            $0.name == "refused"
        }
        guard case .object(let counts)? = refused?.value else {
            Issue.record("nothing was refused")
            return
        }
        #expect(counts["wrongMagic"] != nil, "\(counts)")
    }

    /// In real time, for the table of script/test-link.
    @Test(
        "Every fault of the air, on real sockets",
        .enabled(if: RadioNetwork.isPossible, whyNot),
        .enabled(if: getenv("ROOST_LINK_TABLE") != nil, "takes two minutes: script/test-link"))
    func air() throws {
        let flight = try RadioFlight()
        let table = RadioTable(flight)
        for fault in [
            "loss 30%", "reorder 30%", "duplicate 50%", "corrupt 20% down", "delay 300ms",
            "jitter 300ms",
        ] {
            try table.row("\(fault) for 5 s, in the middle of it") {
                flight.inject(fault)
                flight.wait(.seconds(5))
            }
            flight.inject("clear")
            flight.wait(.milliseconds(500))
        }
        for fault in ["outage 3s", "hijack 5s fly"] {
            try table.row(fault) {
                flight.inject(fault)
                flight.wait(fault == "outage 3s" ? .seconds(3) : .seconds(5))
            }
        }
        try table.row("outage 10s", lands: true) {
            flight.inject("outage 10s")
            flight.wait(.seconds(10))
        }
        _ = try flight.time(to: "ready", within: .seconds(10))
        try flight.takeOff()
        try table.row("reboot 10s in flight", lands: true) {
            flight.inject("reboot 10s")
            flight.wait(.seconds(10))
        }
        _ = try flight.time(to: "ready", within: .seconds(10))
        #expect(flight.roost.end == nil)
    }
}

/// Faults one after the other, each with what came of it.
private struct RadioTable {
    private let flight: RadioFlight

    init(_ flight: RadioFlight) {
        self.flight = flight
    }

    /// Lets a fault happen, then demands that the drone is in control again within 1 s; prints a
    /// row of the table if somebody wants it.
    func row(_ fault: String, lands: Bool = false, _ happen: () throws -> Void) throws {
        let mark = flight.logLength
        try happen()
        // A look at the status of a busy machine takes its time, too: up to half a second of this.
        let time =
            lands
            ? try flight.time(to: "landing", "bootstrap", "configuring", "ready")
            : try flight.time(to: "flying")
        #expect(time <= .milliseconds(1500), "\(fault): \(time), \(flight.log(since: mark))")
        guard getenv("ROOST_LINK_TABLE") != nil else { return }
        flight.wait(.seconds(1))
        print("| \(fault) | \(deeds(since: mark)) | \(Int(time.milliseconds.rounded())) ms |")
    }

    /// The driver's own words, less time and level.
    private func deeds(since mark: Int) -> String {
        let said = flight.log(since: mark).split(separator: "\n")
            .compactMap { line in
                line.firstRange(of: "drone: ").map { String(line[$0.upperBound...]) }
            }
        return said.isEmpty ? "nothing to do" : said.joined(separator: "; ")
    }
}
