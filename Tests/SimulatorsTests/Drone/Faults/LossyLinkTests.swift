import LinuxIO
import Testing
import Values

@testable import Simulators

/// One way through the air.
struct LossyLinkTests {
    private let start = Instant(nanoseconds: 1_000_000_000)
    private let peer: IPv4Endpoint

    init() throws {
        peer = try #require(IPv4Endpoint("127.0.0.1", port: 1))
    }

    /// Sends 1000 numbered datagrams, one a millisecond, and returns what has come out in the end.
    private func arrivals(seed: UInt64 = 1, _ change: (inout PathFaults) -> Void) -> [[UInt8]] {
        var path = LossyLink(seed: seed)
        var faults = PathFaults()
        change(&faults)
        var out: [[UInt8]] = []
        for number in 0..<3000 {
            let now = start + .milliseconds(number)
            if number < 1000 {
                let bytes = [UInt8(number / 256), UInt8(number % 256)]
                path.send(
                    LossyLink.Datagram(port: .commands, peer: peer, bytes: bytes), faults, at: now)
            }
            out += path.takeDue(at: now).map(\.bytes)
        }
        return out
    }

    private var sent: [[UInt8]] { (0..<1000).map { [UInt8($0 / 256), UInt8($0 % 256)] } }

    @Test("clear air changes nothing and takes no time")
    func clear() {
        var path = LossyLink(seed: 1)
        let datagram = LossyLink.Datagram(port: .navdata, peer: peer, bytes: [1, 2, 3])
        path.send(datagram, PathFaults(), at: start)
        #expect(path.takeDue(at: start) == [datagram])
        #expect(path.takeDue(at: start).isEmpty)
        #expect(arrivals { _ in } == sent)
    }

    @Test("loss loses its share: none, some, all")
    func loss() {
        #expect((250...350).contains(1000 - arrivals { $0.loss = 0.3 }.count))
        #expect(arrivals { $0.loss = 1 }.isEmpty)
    }

    @Test("delay holds everything back for that long, in order")
    func delay() {
        var path = LossyLink(seed: 1)
        var faults = PathFaults()
        faults.delay = .milliseconds(300)
        path.send(LossyLink.Datagram(port: .commands, peer: peer, bytes: [1]), faults, at: start)
        #expect(path.takeDue(at: start + .milliseconds(299)).isEmpty)
        #expect(path.takeDue(at: start + .milliseconds(300)).count == 1)
        #expect(arrivals { $0.delay = .milliseconds(300) } == sent)
    }

    @Test("jitter and reordering change the order, and lose nothing")
    func order() {
        for change in [
            { (faults: inout PathFaults) in faults.jitter = .milliseconds(20) },
            { (faults: inout PathFaults) in faults.reorder = 0.1 },
        ] {
            let arrived = arrivals(change)
            #expect(arrived != sent)
            #expect(Set(arrived) == Set(sent) && arrived.count == 1000)
        }
    }

    @Test("duplicates come in addition")
    func duplicates() {
        let arrived = arrivals { $0.duplicate = 0.2 }
        #expect((1150...1250).contains(arrived.count))
        #expect(Set(arrived) == Set(sent))
    }

    @Test("corruption turns one bit over")
    func corruption() {
        let arrived = arrivals { $0.corrupt = 0.5 }
        let flips = zip(arrived, sent).map { pair in
            zip(pair.0, pair.1).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
        }
        #expect(flips.allSatisfy { $0 <= 1 })
        #expect((400...600).contains(flips.reduce(0, +)))
    }

    @Test("the same seed has the same luck, another has another")
    func deterministic() {
        let faults = { (faults: inout PathFaults) in
            (faults.loss, faults.jitter, faults.corrupt) = (0.2, .milliseconds(9), 0.1)
        }
        #expect(arrivals(seed: 7, faults) == arrivals(seed: 7, faults))
        #expect(arrivals(seed: 7, faults) != arrivals(seed: 8, faults))
    }
}
