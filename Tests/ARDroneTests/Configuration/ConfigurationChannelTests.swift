import Testing
import Values

@testable import ARDrone

@Suite("AR.Drone configuration channel")
struct ARDroneConfigurationChannelTests {
    private static let stream = ARDrone.ConfigEntry(key: "general:navdata_demo", value: "TRUE")
    private static let lamps = ARDrone.ConfigEntry(key: "leds:leds_anim", value: "5,0,3")
    private let now = Instant(nanoseconds: 1_000_000_000)

    /// One whose init sequence waits for the acknowledgement of its first key.
    private func channel() -> ARDrone.ConfigurationChannel {
        var channel = ARDrone.ConfigurationChannel(
            ARDrone.Link.Setup(streamEntries: [Self.stream], readsBack: true))
        channel.receive(isAcknowledged: false, at: now)
        #expect(channel.next(isGrounded: false, at: now) == [.configure(Self.stream)])
        return channel
    }

    @Test("An action goes first: the acknowledgement is its own, and the init sequence waits")
    func oneAtATime() {
        var channel = channel()
        channel.action = ARDrone.ConfigExchange([Self.lamps])
        // That of the key before: it must not pass for one of the lamps.
        channel.receive(isAcknowledged: true, at: now)
        #expect(channel.next(isGrounded: false, at: now) == [.clearAcknowledgement])
        channel.receive(isAcknowledged: false, at: now)
        #expect(channel.next(isGrounded: false, at: now) == [.configure(Self.lamps)])
        channel.receive(isAcknowledged: true, at: now)
        channel.receive(isAcknowledged: false, at: now)
        #expect(channel.action?.outcome == .set)
        channel.action = nil
        // Nobody heard what became of the first key, so it is asked for again.
        let later = now + ARDrone.ConfigHandshake.resendAfter
        channel.receive(isAcknowledged: false, at: later)
        #expect(channel.next(isGrounded: false, at: later) == [.configure(Self.stream)])
    }

    @Test("What an action reads is the drone's configuration for all")
    func dump() {
        var channel = channel()
        channel.action = ARDrone.ConfigExchange([], thenReads: true)
        channel.receive(isAcknowledged: false, at: now)
        #expect(channel.next(isGrounded: false, at: now) == [])
        #expect(channel.wantsPort)
        channel.receive(.connected, at: now)
        channel.receive(.bytes(Array("control:outdoor = TRUE\0".utf8)), at: now)
        _ = channel.next(isGrounded: false, at: now)
        channel.receive(isAcknowledged: false, at: now)
        #expect(channel.initSequence.dump?["control:outdoor"] == "TRUE")
    }

    @Test("A drone that must be set up again has the channel for that alone")
    func restarts() {
        for restart in [
            { (channel: inout ARDrone.ConfigurationChannel) in channel.repeatKeys() },
            { $0.forget() },
        ] {
            var channel = channel()
            channel.action = ARDrone.ConfigExchange([Self.lamps])
            restart(&channel)
            #expect(channel.action == nil)
            channel.receive(isAcknowledged: false, at: now)
            #expect(channel.next(isGrounded: false, at: now) == [.configure(Self.stream)])
        }
    }
}
