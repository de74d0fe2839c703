import Core
import JSON
import LinuxIO
import TestSupport
import Values

@testable import ARDrone
@testable import Simulators

/// What goes wrong between the driver and the drone, and what is to come of it.
enum LinkFault: String, CaseIterable, Sendable {
    case loss = "30 % loss both ways"
    case reordering = "30 % reordered both ways"
    case duplicates = "50 % doubled both ways"
    case corruption = "20 % of the navdata corrupt"
    case delay = "300 ms delay both ways"
    case jitter = "0 to 300 ms delay both ways"
    case everything = "20 % loss, 20 % reordered, 20 % doubled, 50 ms delay"
    case garbage = "garbage on the navdata port"
    case shortOutage = "outage of 3 s"
    case outage = "outage of 10 s"
    case enduredOutage = "outage of 10 s, lost_land_after 30s"
    case newAddress = "interface gone for 3 s, back with another address"
    case deafDrone = "uplink gone for 3 s"
    case silentDrone = "downlink gone for 3 s"
    case longSilentDrone = "downlink gone for 10 s"
    case reboot = "drone reboots in 20 s"
    case quickReboot = "drone reboots in 0.3 s"
    case landingRival = "second controller lands it"
    case flyingRival = "second controller with far higher numbers turns it"

    /// All but those that take a drone off.
    static let onTheGround = allCases.filter { $0 != .flyingRival }

    /// What a drone in flight does in the end.
    enum Outcome {
        case fliesOn, lands, fliesOrLands, fell
    }

    var outcome: Outcome {
        switch self {
        case .outage, .longSilentDrone: .lands
        // A landing that it is seen to begin is not fought.
        case .landingRival: .fliesOrLands
        case .reboot, .quickReboot: .fell
        default: .fliesOn
        }
    }

    /// In the words of the simulated drone.
    private var commands: String {
        switch self {
        case .loss: "loss 30%"
        case .reordering: "reorder 30%"
        case .duplicates: "duplicate 50%"
        case .corruption: "corrupt 20% down"
        case .delay: "delay 300ms"
        case .jitter: "jitter 300ms"
        case .everything: "loss 20%; reorder 20%; duplicate 20%; delay 50ms"
        case .garbage: ""
        case .shortOutage, .outage, .enduredOutage, .newAddress: "outage"
        case .deafDrone: "loss 100% up"
        case .silentDrone, .longSilentDrone: "loss 100% down"
        case .reboot: "reboot 20s"
        case .quickReboot: "reboot 300ms"
        case .landingRival: "hijack 5s land"
        case .flyingRival: "hijack 5s fly"
        }
    }

    var lasts: Duration {
        switch self {
        case .shortOutage, .newAddress, .deafDrone, .silentDrone: .seconds(3)
        case .landingRival, .flyingRival: .seconds(5)
        case .outage, .enduredOutage, .longSilentDrone: .seconds(10)
        case .quickReboot: .milliseconds(300)
        case .reboot: .seconds(20)
        default: .seconds(4)
        }
    }

    /// Whether enough comes through that the drone is to be led meanwhile.
    var leavesContact: Bool { isRandom || self == .delay }

    /// Whether chance has a part in it.
    var isRandom: Bool {
        switch self {
        case .loss, .reordering, .duplicates, .corruption, .jitter, .everything, .garbage: true
        default: false
        }
    }

    var seeds: ClosedRange<UInt64> {
        isThorough ? 1...(isRandom ? 20 : 4) : 1...(isRandom ? 5 : 2)
    }

    /// A flight that this is going to happen to.
    func flight(seed: UInt64) throws -> LinkFlight {
        try LinkFlight(
            seed: seed, self == .enduredOutage ? ["lost_land_after": "30s"] : [:])
    }

    /// Lets it begin and go on until just before its end, at another phase of the ticks for each
    /// seed.
    func begin(in flight: inout LinkFlight, seed: UInt64) throws {
        flight.run(.milliseconds(Int(seed) * 17))
        flight.beginRecord()
        if self == .garbage { flight.garbage = SeededGenerator(seed: seed) }
        try flight.apply(commands)
        flight.run(lasts)
    }

    func end(in flight: inout LinkFlight) throws {
        try flight.apply("clear")
        flight.garbage = nil
        if self == .newAddress, let other = IPv4Endpoint("127.0.0.3", port: 40_000) {
            flight.address = other
        }
    }

    func happen(to flight: inout LinkFlight, seed: UInt64) throws {
        try begin(in: &flight, seed: seed)
        try end(in: &flight)
    }
}
