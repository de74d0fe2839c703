import Core
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@testable import ARDrone
@testable import Simulators

/// The shipped driver's link and the simulated drone with the air between them, in time that is
/// moved by hand: what one says is what the other hears, datagram by datagram.
struct LinkFlight {
    private static let tick = Duration.milliseconds(30)
    private static let home = IPv4Endpoint("127.0.0.2", port: 40_000)

    private(set) var link: ARDrone.Link
    private(set) var air: RadioLink
    private(set) var now = Instant(nanoseconds: 1_000_000_000)
    /// What the policy asks for; `nil`: its lease is over.
    var command: FlightCommand? = .hover
    /// Where the driver is on the network.
    var address: IPv4Endpoint
    /// Whether the driver's process is alive.
    var hasDriver = true
    /// Datagrams that are lost, by their number since the beginning.
    var losesUp: Set<Int> = []
    var losesDown: Set<Int> = []
    /// Throws garbage at the navdata port with every step.
    var garbage: SeededGenerator?
    /// Whether a word that lands is against the rules now, or one that takes off.
    var mustStayUp = false
    var mustStayDown = false

    private(set) var upCount = 0
    private(set) var downCount = 0
    private(set) var events: [ARDrone.LinkEvent] = []
    private(set) var states: [ARDrone.Link.State] = [.waking]
    /// What the driver sent against the rules.
    private(set) var breaches: Set<String> = []
    private(set) var maxTilt = 0.0
    /// The longest time without a packet that the link took.
    private(set) var maxSilence = Duration.zero
    private var heardAt = (packets: 0, at: Instant.zero)
    private let setup: ARDrone.Link.Setup
    private var nextTick: Instant
    private var isPortOpen = false

    init(seed: UInt64, _ settings: JSONValue = [:]) throws {
        var options = SimulatedDrone.Options(start: try #require(DroneModelBench.start))
        options.bootstrapEnd = .acknowledged
        options.seed = seed &* 1000
        setup = ARDrone.Link.Setup(
            try DriverBench(ARDrone.self).settings(settings),
            ARDrone.ConfigIDs(session: UInt32(seed)))
        link = ARDrone.Link(setup, at: now)
        air = RadioLink(options, at: now)
        address = try #require(Self.home)
        nextTick = now
    }

    var truth: DroneGroundTruth { air.model.truth }
    var isAirborne: Bool { truth.phase == .hovering || truth.phase == .flying }

    // MARK: Time

    mutating func step() {
        now = now + SimulatedDroneModel.period
        if now >= nextTick { tick() }
        for datagram in air.takeDepartures(at: now) where datagram.peer == address {
            downCount += 1
            if hasDriver, !losesDown.contains(downCount) {
                _ = link.receive(datagram.bytes[...], at: now)
            }
        }
        throwGarbage()
        note()
    }

    mutating func run(_ duration: Duration) {
        let end = now + duration
        while now < end { step() }
    }

    /// How long it takes until something is so; `nil` if it is not within `limit`.
    mutating func time(
        within limit: Duration, until isSo: (LinkFlight) -> Bool
    ) -> Duration? {
        let start = now
        while now - start <= limit {
            if isSo(self) { return now - start }
            step()
        }
        return nil
    }

    // MARK: The course of a flight

    mutating func getReady() throws {
        _ = try #require(time(within: .seconds(10)) { $0.link.state == .ready })
        run(.milliseconds(300))
    }

    mutating func takeOff() throws {
        command = .takeOff
        _ = try #require(
            time(within: .seconds(8)) { $0.link.state == .flying && $0.truth.phase == .hovering })
        command = .hover
        run(.milliseconds(500))
    }

    /// Makes something go wrong, in the words of the simulated drone.
    mutating func apply(_ faults: String) throws {
        for fault in try FaultCommand.list(faults) { air.apply(fault, at: now) }
    }

    /// The driver's process dies and a new one begins, which knows nothing.
    mutating func restartDriver() {
        link = ARDrone.Link(setup, at: now)
        states = [.waking]
        events = []
    }

    /// Forgets what happened so far.
    mutating func beginRecord() {
        (states, events, breaches, maxTilt) = ([link.state], [], [], 0)
        maxSilence = .zero
    }

    // MARK: What the driver says

    private mutating func tick() {
        nextTick = nextTick + Self.tick
        guard hasDriver else { return }
        let outgoing = link.tick(at: now, command: command)
        if let wake = outgoing.wake { send(wake, .navdata) }
        if let commands = outgoing.commands {
            check(commands)
            send(commands, .commands)
        }
        followControlPort(isWanted: outgoing.wantsControlPort)
    }

    /// The control port is TCP: what the air loses comes later, unless it lets nothing pass at all.
    private mutating func followControlPort(isWanted: Bool) {
        let text = air.takeControlText()
        if isPortOpen, isWanted, !text.isEmpty, air.isOpen { link.receive(.bytes(text), at: now) }
        guard isWanted != isPortOpen else { return }
        isPortOpen = isWanted && air.isOpen
        if isPortOpen { link.receive(.connected, at: now) }
    }

    private mutating func send(_ bytes: [UInt8], _ port: DronePort) {
        upCount += 1
        guard !losesUp.contains(upCount) else { return }
        air.receive(LossyLink.Datagram(port: port, peer: address, bytes: bytes), at: now)
    }

    /// The rules for every datagram: heartbeat and stick in one, no stick but the one that was
    /// asked for, no cut.
    private mutating func check(_ datagram: [UInt8]) {
        var sticks = 0
        for message in ATParser.messages(in: datagram) {
            switch message.command {
            case .ref(let bits):
                let isUp = bits.contains(.takeOff)
                if bits.contains(.emergency) { breaches.insert("toggles the emergency") }
                if mustStayUp, !isUp { breaches.insert("lands") }
                if mustStayDown, isUp { breaches.insert("takes off") }
            case .move(let stick):
                sticks += 1
                if stick != .hover, stick != command?.stick {
                    breaches.insert("moves the stick to what nobody asked for")
                }
            default: break
            }
        }
        if sticks != 1 { breaches.insert("\(sticks) stick commands in a datagram") }
    }

    private mutating func throwGarbage() {
        guard var rng = garbage else { return }
        for _ in 0..<4 {
            let length = Int.random(in: 0...64, using: &rng)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &rng) }
            // Half of it begins like a packet, so that more than the magic is tried.
            if length > 4, Bool.random(using: &rng) {
                bytes.replaceSubrange(0..<4, with: [0x88, 0x77, 0x66, 0x55])
            }
            _ = link.receive(bytes[...], at: now)
        }
        garbage = rng
    }

    private mutating func note() {
        for event in link.drainEvents() {
            if case .stateChanged(_, let state) = event { states.append(state) }
            events.append(event)
        }
        let body = air.model.airframe
        maxTilt = max(maxTilt, abs(body.pitch.degrees), abs(body.roll.degrees))
        if link.statistics.packets != heardAt.packets {
            heardAt = (link.statistics.packets, now)
        }
        maxSilence = max(maxSilence, now - heardAt.at)
    }
}

extension LinkFlight: CustomStringConvertible {
    /// Short: a failed expectation prints it.
    var description: String { "flight in state \(link.state)" }
}

extension FlightCommand {
    /// The stick as the wire has it: positive pitch is backward.
    var stick: StickInput? {
        guard case .move(let motion) = self else { return nil }
        return StickInput(
            flags: .progressive, roll: Float(motion.roll), pitch: -Float(motion.forward),
            climb: Float(motion.climb), yaw: Float(motion.yaw))
    }
}
