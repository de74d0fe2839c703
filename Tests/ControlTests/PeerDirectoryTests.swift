@testable import Control
import Core
import Glibc
import Synchronization
import TestSupport
import Testing
import Threads
import Values

/// Which role a user has, and what happens while nobody knows.
@Suite struct PeerDirectoryTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))

    private func caller(_ peers: PeerDirectory, _ user: uid_t) -> ControlCaller? {
        var found: ControlCaller?
        _ = eventually {
            found = peers.caller(of: user)
            return found != nil
        }
        return found
    }

    @Test("programs beside the service are known by their users, and root and its own are persons")
    func roles() {
        let names: [uid_t: String] = [990: "roost-notify", 991: "roost-mqtt", 1000: "anna"]
        let peers = PeerDirectory(clock: clock, own: 991) { names[$0] }
        #expect(caller(peers, 990)?.role == .notify)
        #expect(caller(peers, 1000)?.role == .person)
        #expect(caller(peers, 1000)?.user == "anna")
        // Whoever runs the service is no program beside it.
        #expect(caller(peers, 991)?.role == .person)
        #expect(caller(peers, 0)?.role == .person)
        #expect(caller(peers, 4711)?.role == .unnamed)
        #expect(caller(peers, 990)?.load === caller(peers, 990)?.load)
    }

    @Test("a look-up that hangs keeps nobody waiting: after a second the user has no name")
    func hangs() {
        let gate = Latch()
        let peers = PeerDirectory(clock: clock, own: 5) { user in
            if user == 990 { gate.wait() }
            return "roost-notify"
        }
        #expect(peers.caller(of: 990) == nil)
        clock.advance(by: .milliseconds(990))
        #expect(peers.caller(of: 990) == nil)
        #expect(caller(peers, 989)?.role == .notify)
        clock.advance(by: .milliseconds(20))
        #expect(peers.caller(of: 990)?.role == .unnamed)
        gate.open()
        #expect(eventually { peers.caller(of: 990)?.role == .notify })
    }

    @Test(
        "where no thread can be made root is a person all the same, and others are looked up once one can"
    )
    func noThread() {
        let isFull = Locked(true)
        let peers = PeerDirectory(
            clock: clock, own: 5, name: { _ in "roost-notify" },
            start: { work in
                guard !isFull.value else { return false }
                work()
                return true
            })
        for user: uid_t in [0, 5, 990] { #expect(peers.caller(of: user) == nil) }
        clock.advance(by: .seconds(2))
        #expect(peers.caller(of: 0)?.role == .person)
        #expect(peers.caller(of: 5)?.role == .person)
        #expect(peers.caller(of: 990)?.role == .unnamed)
        isFull.value = false
        _ = peers.caller(of: 990)
        #expect(peers.caller(of: 990)?.role == .notify)
    }

    @Test(
        "a number that was given to another user is that user's within a minute, and never nobody's"
    )
    func renamed() {
        let name = Locked("anna")
        let peers = PeerDirectory(clock: clock, own: 5) { _ in name.value }
        #expect(caller(peers, 990)?.role == .person)
        name.value = "roost-mqtt"
        clock.advance(by: .seconds(59))
        #expect(peers.caller(of: 990)?.role == .person)
        clock.advance(by: .seconds(1))
        #expect(peers.caller(of: 990) != nil)
        #expect(eventually { peers.caller(of: 990)?.role == .mqtt })
    }

    @Test("more users than can be are looked up again, and none is taken for another") func many() {
        let peers = PeerDirectory(clock: clock, own: 5) { $0 % 2 == 0 ? "roost-notify" : "anna" }
        for user in 100..<400 as Range<uid_t> {
            #expect(caller(peers, user)?.role == (user % 2 == 0 ? .notify : .person))
        }
    }
}
