import Devices
import Testing

@testable import Policies

@Suite("Request inbox")
struct RequestInboxTests {
    private func sample(
        _ action: FlightRequest.Action, _ sequence: UInt64, at seconds: Int64 = 1
    ) -> Sample<FlightRequest> {
        .good(
            FlightRequest(sequence: sequence, action: action),
            at: Instant(nanoseconds: seconds * 1_000_000_000))
    }

    private func opened() -> RequestInbox<FlightRequest> {
        var inbox = RequestInbox<FlightRequest>()
        _ = inbox.take(.absent(since: .zero, because: "nothing yet"))
        return inbox
    }

    @Test("a request is new once")
    func once() {
        var inbox = opened()
        let request = FlightRequest(sequence: 1, action: .takeOff)
        #expect(inbox.take(sample(.takeOff, 1)) == .new(request))
        #expect(inbox.take(sample(.takeOff, 1)) == nil)
        #expect(inbox.take(sample(.takeOff, 1, at: 2)) == nil)
    }

    @Test("a smaller number is new too: its sender was restarted")
    func senderRestarted() {
        var inbox = opened()
        _ = inbox.take(sample(.takeOff, 7))
        #expect(
            inbox.take(sample(.hover, 1, at: 2))
                == .new(FlightRequest(sequence: 1, action: .hover)))
    }

    @Test("what stood there at the first look is refused, and not done later either")
    func beforeStart() {
        var inbox = RequestInbox<FlightRequest>()
        guard case .refused(let request, _) = inbox.take(sample(.takeOff, 4)) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(request.sequence == 4)
        #expect(inbox.take(sample(.takeOff, 4)) == nil)
        #expect(
            inbox.take(sample(.takeOff, 5))
                == .new(FlightRequest(sequence: 5, action: .takeOff)))
    }

    @Test("land is done at the first look, doubtful, and again with the number of another request")
    func landIsGenerous() {
        let land = FlightRequest(sequence: 4, action: .land)
        var inbox = RequestInbox<FlightRequest>()
        #expect(inbox.take(sample(.land, 4)) == .new(land))
        #expect(inbox.take(sample(.land, 4)) == nil)
        #expect(inbox.take(sample(.land, 4, at: 9)) == .new(land))
        inbox = opened()
        #expect(inbox.take(.doubtful(land, at: .zero, because: "late")) == .new(land))
    }

    @Test("a doubtful request is refused")
    func doubtful() {
        var inbox = opened()
        let request = FlightRequest(sequence: 1, action: .takeOff)
        guard case .refused = inbox.take(.doubtful(request, at: .zero, because: "late")) else {
            Issue.record("expected a refusal")
            return
        }
    }
}
