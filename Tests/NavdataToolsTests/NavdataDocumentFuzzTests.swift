import Core
import JSON
import TestSupport
import Testing

@testable import ARDrone
@testable import NavdataTools

/// A short run of what `script/fuzz` does at length, over every option.
@Suite("AR.Drone navdata for tools, fuzzed")
struct NavdataDocumentFuzzTests {
    private static let rounds = 50_000

    /// One option of the protocol, or two, damaged in a byte or cut, with a checksum that holds
    /// over the damage, or not.
    private func damagedPacket(_ generator: inout SeededGenerator) -> [UInt8] {
        var builder = NavdataBuilder(state: .random(in: 0 ... .max, using: &generator))
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            guard let option = ReferenceOption.all.dropLast().randomElement(using: &generator)
            else { continue }
            let size = option.size + Int.random(in: -1...8, using: &generator)
            var bytes = NavdataBuilder.option(option.tag, size: size)
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] = .random(in: 0...255, using: &generator)
            builder.options.append(bytes)
        }
        var bytes = builder.bytes
        if Int.random(in: 0..<4, using: &generator) == 0 {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x10
        }
        return Int.random(in: 0..<8, using: &generator) == 0
            ? Array(bytes.dropLast(Int.random(in: 0...30, using: &generator))) : bytes
    }

    private func decoded(
        _ bytes: [UInt8]
    ) -> (packet: ARDrone.NavdataPacket?, refusal: ARDrone.NavdataError?) {
        do throws(ARDrone.NavdataError) {
            return (try ARDrone.NavdataPacket(bytes[...]), nil)
        } catch {
            return (nil, error)
        }
    }

    @Test(
        "Fifty thousand damaged datagrams: tools take those that flying takes, and the implausible")
    func damaged() {
        var generator = SeededGenerator(seed: 20_120_602)
        var taken = 0
        for _ in 0..<Self.rounds {
            let bytes = damagedPacket(&generator)
            let (packet, refusal) = decoded(bytes)
            let members = try? NavdataJSON.members(of: bytes[...])
            #expect((packet != nil || refusal == .implausible) == (members != nil))
            guard let packet, let members else { continue }
            taken += 1
            if members["sequence"] != .number(Double(packet.sequence)) {
                Issue.record("another sequence number")
            }
        }
        // The generator must reach both.
        #expect((Self.rounds / 4..<Self.rounds * 3 / 4).contains(taken))
    }
}
