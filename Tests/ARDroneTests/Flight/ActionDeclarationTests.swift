import Core
import TestSupport
import Testing
import Values

@testable import ARDrone

/// What a person or a policy asks by name: only what is in the declared ranges reaches the driver.
@Suite("AR.Drone actions as they are asked for by name")
struct ActionDeclarationTests {
    private let clock = ManualScheduler()
    private let queue = EventQueue<ARDrone.Action>()
    private let refused = EventLog()

    private func ask(_ words: String) -> [ARDrone.Action] {
        let broker = RequestBroker(
            [RequestBroker.Target(name: "drone", queue: queue)], scheduler: clock,
            log: Log(MemoryLog(), source: "roost"))
        broker.send(
            .words(words.split(separator: " ").map(String.init)), from: .person
        ) { [refused] result in
            if case .failure(let error) = result { refused.note("\(error)") }
        }
        return queue.drain(at: clock.now).map(\.value)
    }

    @Test(
        "lamps of no frequency or no time are refused",
        arguments: [
            "hertz=0", "hertz=-1", "hertz=21", "hertz=nan", "hertz=inf", "seconds=0", "seconds=601",
        ])
    func lamps(argument: String) {
        #expect(ask("led show=fire \(argument)") == [])
        #expect(refused.entries.count == 1, "\(refused.entries)")
    }

    @Test("a figure of no time, or of more than 10 s, is refused", arguments: ["0", "-5", "10001"])
    func figure(milliseconds: String) {
        #expect(ask("animate figure=wave milliseconds=\(milliseconds)") == [])
        #expect(refused.entries.count == 1, "\(refused.entries)")
    }

    @Test("what is in the ranges reaches the driver, with the usual values for what is left out")
    func taken() {
        #expect(
            ask("led show=fire hertz=20 seconds=600") == [
                .ledAnimation(.fire, hertz: 20, seconds: 600)
            ])
        #expect(ask("animate figure=flip-left") == [.flightAnimation(.flipLeft, milliseconds: nil)])
    }
}
