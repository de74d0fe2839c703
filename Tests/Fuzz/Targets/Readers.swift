import Core
import DriverKit
import JSON
import Missions
import Policies
import Rules
import Settings
import Values

@testable import ARDrone
@testable import Drivers
@testable import LinuxIO
@testable import NavdataTools
@testable import Simulators
@testable import VideoRelay

/// Readers that are more than one call, with what must hold of their results.
enum Readers {
    /// What flying makes of a packet.
    static func flight(_ input: [UInt8]) throws {
        let packet = try ARDrone.NavdataPacket(input[...])
        if let state = FlightState(packet, armingFailures: packet.state.armingFailures) {
            try FuzzFinding.unless((0...100).contains(state.batteryPercent), "battery above 100 %")
            try FuzzFinding.unless(state.pitch.degrees.isFinite, "a pitch that is no number")
        }
        _ = ARDrone.heading(packet, declination: .degrees(3), at: .zero)
        var fixes = ARDrone.FixTracker()
        if case .new(let fix) = fixes.read(packet) {
            try FuzzFinding.unless(
                fix.position.latitude.isFinite && fix.position.longitude.isFinite,
                "a position that is no number")
        }
    }

    /// All of a packet, which tools take when flying does, and when it only says what no drone can.
    static func document(_ input: [UInt8]) throws {
        var refusal: ARDrone.NavdataError?
        do throws(ARDrone.NavdataError) {
            _ = try ARDrone.NavdataPacket(input[...])
        } catch {
            refusal = error
        }
        let isWhole = refusal == nil || refusal == .implausible
        do {
            _ = try NavdataJSON.members(of: input[...])
            try FuzzFinding.unless(isWhole, "a packet for tools that flying refuses")
        } catch let defect as NavdataFrameError {
            try FuzzFinding.unless(!isWhole, "a packet for flying that tools refuse")
            try FuzzFinding.unless((0...4096).contains(defect.offset), "a defect out of place")
            throw defect
        }
    }

    /// A dump that comes in two pieces, which must not matter.
    static func droneConfiguration(_ input: [UInt8]) throws {
        var whole = ARDrone.ConfigDumpReader()
        let dump = try? whole.append(input)
        var pieces = ARDrone.ConfigDumpReader()
        let half = input.count / 2
        let again =
            try pieces.append(input[..<half]) ?? (try pieces.append(input[half...]))
        try FuzzFinding.unless(again == dump, "a dump that depends on how it was cut")
        guard let dump else { throw Refused() }
        let longest = dump.values.values.map(\.utf8.count).max() ?? 0
        // A byte that is no text becomes U+FFFD, which has three.
        try FuzzFinding.unless(
            longest <= 3 * ARDrone.ConfigDumpReader.lineLimit, "a value longer than its line")
        _ = dump.differences(from: [.init(key: "control:altitude_max", value: "1600")])
    }

    /// A stream of video that comes in pieces of odd sizes: no more comes out than went in, memory
    /// has its bound, and a reader begins with an IDR picture.
    static func video(_ input: [UInt8]) throws -> Bool {
        var reader = ARDrone.PaVEReader()
        var assembler = ARDrone.PaVEFrames()
        var queue = FrameQueue()
        var (place, size, taken) = (0, 1 + input.count % 97, 0)
        while place < input.count {
            let chunk = Array(input[place..<min(input.count, place + size)])
            for piece in reader.append(chunk) {
                guard let picture = assembler.receive(piece) else { continue }
                try FuzzFinding.unless(
                    picture.isKeyframe || taken > 0, "a reader begins without an IDR")
                taken += 1
                queue.enqueue(picture)
                queue.consume(size)
            }
            (place, size) = (place + size, size * 2)
            try FuzzFinding.unless(
                reader.pendingCount <= ARDrone.PaVEHeader.payloadLimit + 512 + chunk.count,
                "more is kept than a piece")
        }
        let counted = assembler.statistics
        try FuzzFinding.unless(
            reader.skippedBytes <= input.count && counted.frames == taken, "a wrong count")
        // Parameter sets may go out again, before each IDR picture that has none.
        try FuzzFinding.unless(
            counted.bytes <= input.count + taken * 4096, "more comes out than went in")
        return taken > 0
    }

    static func capture(_ input: [UInt8]) throws {
        var capture = try CapturedDatagrams(input[...], from: 5554)
        var total = 0
        while let element = capture.next() {
            if case .datagram(let datagram) = element { total += datagram.payload.count }
        }
        try FuzzFinding.unless(total <= input.count, "more datagrams than the capture has bytes")
    }

    /// What was read and written reads the same again, and where comments are allowed, too.
    static func json(_ input: [UInt8]) throws {
        let value = try JSONValue(parsing: input)
        let commented = try? JSONValue(parsing: input, allowsComments: true)
        try FuzzFinding.unless(commented == value, "JSON that is another with comments allowed")
        let again = try? JSONValue(parsing: Array(value.line.utf8))
        try FuzzFinding.unless(again == value, "JSON that changes on its way")
    }

    static func configuration(_ input: [UInt8]) throws {
        let registry = PluginRegistry(drivers: allDrivers, policies: allPolicies)
        _ = try ConfigurationReader.read(input, registry: registry)
    }

    /// A condition, whose mistakes must lie in it.
    static func ruleCondition(_ input: [UInt8]) throws -> Bool {
        let text = String(decoding: input, as: UTF8.self)
        let rule: JSONValue = ["name": "a", "when": .string(text), "set": ["fan": "on"]]
        let settings: JSONValue = ["latitude": 52.5, "longitude": 13.4, "rules": [rule]]
        do throws(ConfigurationErrors) {
            _ = try SettingsReader.read(RuleSettings.self, from: settings, at: SettingPath("a"))
            return true
        } catch {
            for error in error.all {
                guard let span = error.span else { continue }
                try FuzzFinding.unless(
                    span.upperBound <= text.utf8.count, "a mistake beyond the end of a condition")
            }
            return false
        }
    }

    /// Rules with what is expected of them, which decide the same each time.
    static func ruleTrial(_ input: [UInt8]) throws -> Bool {
        guard let json = try? JSONValue(parsing: input),
            let file = try? SettingsReader.read(TrialFile.self, from: json, at: SettingPath(""))
        else { return false }
        guard file.length <= .seconds(60) else { return true }
        var (first, second) = (RuleTrial(file, settings: nil), RuleTrial(file, settings: nil))
        first.run()
        second.run()
        try FuzzFinding.unless(
            first.failures == second.failures, "rules that decide differently the second time")
        return true
    }

    /// A conversation with gpsd that comes in two pieces.
    static func gpsd(_ input: [UInt8]) throws {
        var session = GPSD.Session(.init(), at: .zero)
        let banner = #"{"class":"VERSION","release":"3.22","proto_major":3}"# + "\n"
        _ = session.receive(Array(banner.utf8), at: .zero)
        let half = input.count / 2
        var actions = session.receive(Array(input[..<half]), at: .zero)
        actions += session.receive(Array(input[half...]) + [10], at: .zero + .milliseconds(1))
        actions += session.tick(at: .zero + .seconds(60))
        let hasFix = actions.contains { if case .fix = $0 { true } else { false } }
        guard hasFix else { throw Refused() }
    }

    /// What a reader of tags says, whole and in two pieces, which must not matter.
    static func tags(_ input: [UInt8]) throws -> Bool {
        let session = RFIDReader.Session(
            "/dev/serial0", .baud9600, goneAfter: .seconds(2), at: .zero)
        var (whole, pieces) = (session, session)
        _ = whole.receive(input, at: .zero)
        let half = input.count / 2
        _ = pieces.receive(Array(input[..<half]), at: .zero)
        _ = pieces.receive(Array(input[half...]), at: .zero)
        try FuzzFinding.unless(
            whole.counters == pieces.counters, "tags that depend on how they were cut")
        let counted = whole.counters
        try FuzzFinding.unless(
            counted.frames * 14 + counted.discardedBytes <= input.count,
            "more frames than the input has bytes")
        guard let tag = counted.latestTag else { return false }
        try FuzzFinding.unless(TagID(tag.description) == tag, "a tag that cannot be written")
        return true
    }

    /// What was read and written is the same number again.
    static func tagSpelling(_ input: [UInt8]) throws -> Bool {
        let text = String(decoding: input, as: UTF8.self)
        guard let spelling = TagSpelling(text) else { return false }
        try FuzzFinding.unless(
            TagSpelling(spelling.description) == spelling, "a number that changes on its way")
        try FuzzFinding.unless(
            spelling.only.map(spelling.matches) ?? true, "a number that is not its own tag's")
        return true
    }

    static func simulatedDrone(_ input: [UInt8]) throws -> Bool {
        guard let start = Position(latitude: 52.5, longitude: 13.4) else { return false }
        var model = SimulatedDroneModel(.init(start: start), at: .zero)
        model.receive(commands: input, at: .zero)
        model.step(to: .zero + .milliseconds(10))
        try FuzzFinding.unless(model.truth.altitudeMetres.isFinite, "a height that is no number")
        return model.truth.phase != .landed
    }

    static func simulatedGPSD(_ input: [UInt8]) throws -> Bool {
        var session = GPSDClientSession(GPSDReports(device: "/dev/ttyACM0", epoch: 0))
        _ = session.receive(input + [10])
        return session.isWatching
    }

    /// Any format, judged: what may be flown takes off, lands, and leads to places near its home.
    static func mission(_ input: [UInt8]) throws -> Bool {
        var limits = MissionLimits()
        limits.home = Position(latitude: 52, longitude: 21)
        let verdict = MissionFile.read(input).judged(against: limits)
        _ = verdict.errors.map(\.description)
        guard let mission = verdict.mission else { return false }
        for item in mission.items {
            _ = "\(item.action)"
            guard case .goTo(let waypoint) = item.action, let home = limits.home else { continue }
            try FuzzFinding.unless(
                home.distanceMetres(to: waypoint.position) <= limits.maxDistanceMetres,
                "a waypoint too far away")
        }
        try FuzzFinding.unless(mission.items.count >= 2, "a mission without an end")
        try FuzzFinding.unless(mission.estimate.seconds.isFinite, "a flight of no length")
        return true
    }

    private struct Refused: Error {}
}

/// Sets right what would hide the rest of a reader.
enum Repair {
    /// Gives an FDX-B frame at the end a checksum that holds.
    @Sendable static func tagChecksum(_ frame: inout [UInt8]) {
        guard frame.count >= 30 else { return }
        let sum = frame[(frame.count - 29)..<(frame.count - 3)].reduce(0, ^)
        frame.replaceSubrange((frame.count - 3)..., with: [sum, ~sum, 3])
    }

    /// Ends a navdata packet with a checksum that holds.
    @Sendable static func checksum(_ packet: inout [UInt8]) {
        guard packet.count >= 24 else { return }
        packet.removeLast(8)
        let sum = packet.reduce(UInt32(0)) { $0 &+ UInt32($1) }
        packet += [0xFF, 0xFF, 8, 0] + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
    }
}
