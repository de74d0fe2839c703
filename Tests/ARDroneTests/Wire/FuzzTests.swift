import Core
import TestSupport
import Testing
import Values

@testable import ARDrone

/// Random and half-random bytes: nothing from outside may crash, hang or be half believed.
@Suite("AR.Drone fuzzing")
struct ARDroneFuzzTests {
    private static let rounds = trials(20_000, thorough: 200_000)

    private func randomBytes(_ generator: inout SeededGenerator) -> [UInt8] {
        let count = Int.random(in: 0...64, using: &generator)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A sound packet with random options, some of its bytes changed, some cut off; often with a
    /// right checksum over the damage, so that the options are reached.
    private func mutatedPacket(_ generator: inout SeededGenerator) -> [UInt8] {
        var options: [[UInt8]] = []
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let tag = [0, 1, 22, 26, 27, 4711].randomElement(using: &generator) ?? 0
            let size = [4, 8, 40, 59, 148, 216].randomElement(using: &generator) ?? 4
            let filler = UInt8.random(in: 0...255, using: &generator)
            let body = [UInt8](repeating: filler, count: size - 4)
            let claimed = Int.random(in: 0..<20, using: &generator) == 0 ? size / 2 : size
            options.append(little(UInt16(tag)) + little(UInt16(claimed)) + body)
        }
        var bytes = NavdataBuilder(
            state: UInt32.random(in: 0 ... .max, using: &generator),
            sequence: UInt32.random(in: 0 ... .max, using: &generator), options: options
        ).bytes
        if Bool.random(using: &generator) {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
        return Int.random(in: 0..<4, using: &generator) == 0
            ? Array(bytes.dropLast(Int.random(in: 0...30, using: &generator))) : bytes
    }

    @Test("Bad datagrams by the ten thousand leave a flying link flying or lost, never confused")
    func link() {
        var generator = SeededGenerator(seed: 20_120_601)
        var link = ARDrone.Link(.init(), at: .zero)
        var now = Instant.zero
        var accepted = 0
        for round in 0..<Self.rounds {
            let bytes = round % 4 == 0 ? randomBytes(&generator) : mutatedPacket(&generator)
            if let packet = link.receive(bytes[...], at: now) {
                accepted += 1
                _ = FlightState(packet, armingFailures: [])
                _ = ARDrone.heading(packet, declination: .degrees(1), at: now)
                var fixes = ARDrone.FixTracker()
                _ = fixes.read(packet)
            }
            if round % 16 == 0 {
                now = now + .milliseconds(30)
                let command = FlightCommand.fuzzed(&generator)
                let outgoing = link.tick(at: now, command: command)
                check(outgoing.commands)
                _ = link.drainEvents()
            }
        }
        // The generator must reach what it is there for.
        #expect(accepted > Self.rounds / 100)
        let refused = link.statistics.refused.values.reduce(0, +)
        #expect(link.statistics.packets + refused == Self.rounds)
        #expect(link.statistics.packets == accepted)
    }

    /// Whatever was received, what is sent is well-formed and never both up and cutting.
    private func check(_ datagram: [UInt8]?) {
        guard let datagram else { return }
        let text = String(decoding: datagram, as: UTF8.self)
        #expect(text.hasSuffix("\r") && text.contains("AT*PCMD="))
        #expect(!text.contains(",290718464\r"))
    }
}

extension FlightCommand {
    fileprivate static func fuzzed(_ generator: inout SeededGenerator) -> FlightCommand? {
        let axis = Double.random(in: -2...2, using: &generator)
        let all: [FlightCommand?] = [
            .land, .takeOff, .hover, .move(StickPosition(roll: axis, forward: -axis)),
            .resetEmergency,
            nil,
        ]
        return all.randomElement(using: &generator) ?? nil
    }
}
