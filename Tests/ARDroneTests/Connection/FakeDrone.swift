import TestSupport
import Values

@testable import ARDrone

/// The least of a drone that a link can be tested against: its command counter, the
/// configuration handshake, take-off and landing. Written from the protocol's description.
struct FakeDrone {
    /// One command line as the drone took it.
    struct Taken: Equatable {
        let name: String
        let arguments: [String]
    }

    var isSilent = false
    var isDeaf = false
    /// Whether it follows REF's take-off level.
    var followsTakeOff = true
    var followsLand = true
    /// Takes off at this packet, whatever it hears until then: it was told to before.
    var risesAt: UInt32?
    private(set) var hasRisen = false
    /// Loses what is sent to it before this packet.
    var hearsFrom: UInt32 = 0
    var isAwake = false
    var state: UInt32 = 1 << 11
    var major: UInt16 = 2
    var sequence: UInt32 = 0
    private(set) var taken: [Taken] = []
    private(set) var settings: [String: String] = [:]
    private(set) var trims = 0
    /// What it acknowledges and does not apply.
    var ignoredKeys: Set<String> = []
    /// Whether it knows multi-config: without, ids are not acknowledged.
    var knowsIDs = true
    /// How often its configuration was asked for (CTRL 4).
    private(set) var dumpsAsked = 0
    private var counter = 0

    var isFlying: Bool { state & 1 != 0 }

    /// A drone that is in the air already, configured by somebody before.
    static var flying: FakeDrone {
        var drone = FakeDrone()
        drone.state = 1 << 30 | 1 << 13 | 1
        drone.major = 4
        drone.counter = 1_000_000
        drone.sequence = 5000
        return drone
    }

    var lastReference: String? { taken.last { $0.name == "REF" }?.arguments.first }
    var lastMove: [String]? { taken.last { $0.name == "PCMD" }?.arguments }
    func count(_ name: String) -> Int { taken.count { $0.name == name } }

    mutating func forgetTaken() { taken = [] }

    /// Off and on again: standing on the ground, counting again, knowing nothing.
    mutating func reboot() {
        self = FakeDrone()
    }

    mutating func receive(_ datagram: [UInt8]) {
        guard !isDeaf, sequence >= hearsFrom else { return }
        for line in String(decoding: datagram, as: UTF8.self).split(separator: "\r") {
            let halves = line.dropFirst(3).split(separator: "=", maxSplits: 1)
            let arguments = halves[1].split(separator: ",").map(String.init)
            take(String(halves[0]), Int(arguments[0]) ?? 0, Array(arguments.dropFirst()))
        }
    }

    private mutating func take(_ name: String, _ number: Int, _ arguments: [String]) {
        guard number == 1 || number > counter else { return }
        counter = number
        taken.append(Taken(name: name, arguments: arguments))
        switch name {
        case "REF": follow(UInt32(arguments[0]) ?? 0)
        case "COMWDG": state &= ~(1 << 30 | 1 << 13)
        case "FTRIM": trims += 1
        case "CTRL" where arguments[0] == "4":
            dumpsAsked += 1
        case "CTRL":
            state &= ~(1 << 6)
            if settings["general:navdata_demo"] != nil { state &= ~(1 << 11) }
        case "CONFIG":
            configure(unquoted(arguments[0]), unquoted(arguments[1]))
        default: break
        }
    }

    private mutating func configure(_ key: String, _ value: String) {
        guard knowsIDs || !key.hasPrefix("custom:") else { return }
        if !ignoredKeys.contains(key) { settings[key] = value }
        state |= 1 << 6
    }

    /// Its configuration as the control port sends it, with the line ends mixed as on the drone.
    var dump: [UInt8] {
        let lines = settings.sorted { $0.key < $1.key }.enumerated().map { index, setting in
            "\(setting.key) = \(setting.value)\(index % 2 == 0 ? "\r\n" : "\n")"
        }
        return Array(lines.joined().utf8) + [0]
    }

    private func unquoted(_ text: String) -> String {
        String(text.dropFirst().dropLast())
    }

    private mutating func follow(_ reference: UInt32) {
        let isUp = reference & 1 << 9 != 0
        if reference & 1 << 8 != 0 { state &= ~(1 << 31) }
        if isUp, !isFlying, followsTakeOff, state & 1 << 31 == 0 {
            state |= 1
            major = 4
        } else if !isUp, isFlying, followsLand {
            state &= ~1
            major = 2
        }
    }

    /// The next packet; `nil` while it was not asked to send.
    mutating func navdata() -> [UInt8]? {
        guard isAwake, !isSilent else { return nil }
        sequence += 1
        if sequence == risesAt { (state, major, hasRisen) = (state | 1, 4, true) }
        let isBootstrap = state & 1 << 11 != 0
        return NavdataBuilder(
            state: state, sequence: sequence,
            options: isBootstrap ? [] : [NavdataBuilder.demo(major: major)]
        ).bytes
    }
}

extension FakeDrone: CustomStringConvertible {
    /// Short: a failed expectation prints it.
    var description: String {
        "drone with state \(state), major \(major), sequence \(sequence), \(taken.count) commands"
    }
}

/// A link and a drone with a wire between them that can lose, and a clock moved by hand.
struct LinkBench {
    static let tick = Duration.milliseconds(30)

    var link: ARDrone.Link
    var drone: FakeDrone
    private(set) var now = Instant(nanoseconds: 1_000_000_000)
    private(set) var events: [ARDrone.LinkEvent] = []
    /// Whether the n-th datagram is lost, to the drone and from it.
    var losesUp: (Int) -> Bool = { _ in false }
    var losesDown: (Int) -> Bool = { _ in false }
    private(set) var upCount = 0
    private(set) var downCount = 0
    private(set) var wakeCount = 0
    private(set) var lastDatagram: [UInt8]?
    var port = FakeControlPort()
    /// What is asked for in the next tick.
    private var requests: [Event<ARDrone.Action>] = []

    init(
        _ drone: FakeDrone = FakeDrone(), flatTrim: Bool = false, ids: ARDrone.ConfigIDs? = nil,
        readsBack: Bool = false, insists: Bool = true
    ) {
        self.drone = drone
        let setup = ARDrone.Link.Setup(
            streamEntries: [
                .init(key: "general:navdata_demo", value: "TRUE"),
                .init(key: "general:navdata_options", value: "3"),
            ],
            flightEntries: [
                .init(key: "control:outdoor", value: "FALSE"),
                .init(key: "control:altitude_max", value: "1600"),
            ],
            ids: ids, readsBack: readsBack, insists: insists, flatTrim: flatTrim)
        link = ARDrone.Link(setup, at: now)
    }

    /// A bench whose drone stands ready.
    static var ready: LinkBench {
        var bench = LinkBench()
        bench.run(.seconds(3), .hover)
        return bench
    }

    /// A bench whose drone is in the air because it was asked to.
    static var airborne: LinkBench {
        var bench = ready
        bench.run(.seconds(1), .takeOff)
        bench.run(.milliseconds(300), .hover)
        return bench
    }

    mutating func ask(_ action: ARDrone.Action) {
        requests.append(Event(number: 1, value: action, postedAt: now, origin: .person))
    }

    mutating func step(_ command: FlightCommand?) {
        now = now + Self.tick
        let outgoing = link.tick(at: now, command: command, actions: requests)
        requests = []
        lastDatagram = outgoing.commands
        if outgoing.wake != nil, passesUp() {
            wakeCount += 1
            drone.isAwake = true
        }
        if let commands = outgoing.commands, passesUp() { drone.receive(commands) }
        for event in port.follow(isWanted: outgoing.wantsControlPort, drone) {
            link.receive(event, at: now)
        }
        if let packet = drone.navdata() {
            downCount += 1
            if !losesDown(downCount) { _ = link.receive(packet[...], at: now) }
        }
        events += link.drainEvents()
    }

    /// Time goes by and nobody does anything.
    mutating func pause(_ duration: Duration) {
        now = now + duration
    }

    mutating func run(_ duration: Duration, _ command: FlightCommand?) {
        let end = now + duration
        while now < end { step(command) }
    }

    /// How long until the link is in `state`; `nil` when it is not within `limit`.
    mutating func time(
        to state: ARDrone.Link.State, within limit: Duration, _ command: FlightCommand? = .hover
    ) -> Duration? {
        let start = now
        while now - start < limit {
            if link.state == state { return now - start }
            step(command)
        }
        return link.state == state ? now - start : nil
    }

    private mutating func passesUp() -> Bool {
        upCount += 1
        return !losesUp(upCount)
    }
}

/// The REF words of the protocol.
enum Reference {
    static let land = "290717696"
    static let up = "290718208"
    static let emergency = "290717952"
}
