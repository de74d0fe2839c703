import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Policies

/// A policy that is stepped by hand.
private struct Bench {
    private var panel: DeploymentPanel
    private var settings: DeploymentPanel.Settings
    var now = Instant.zero
    private var number: UInt64 = 0

    init(_ settings: JSONValue = [:]) throws {
        self.settings = try SettingsReader.read(from: settings, at: SettingPath(""))
        panel = DeploymentPanel(settings: self.settings)
    }

    @discardableResult
    mutating func step(
        after pause: Duration = .milliseconds(100), _ request: DeploymentPanel.Request? = nil,
        _ press: ButtonPress? = nil, pressedEarlier early: Duration = .zero
    ) -> DeploymentPanel.Outputs {
        now = now + pause
        number += 1
        let requests = request.map {
            [Event(number: number, value: $0, postedAt: now, origin: .person)]
        }
        let presses = press.map {
            [
                Event(
                    number: number, value: $0, postedAt: now - early,
                    origin: EventOrigin("driver button"))
            ]
        }
        return panel.step(
            .init(presses: presses ?? [], requests: requests ?? []), by: settings, at: now)
    }

    var details: JSONValue? { panel.details(by: settings, at: now) }

    /// It goes on with other settings, without a break.
    mutating func change(to settings: JSONValue) throws {
        let new: DeploymentPanel.Settings = try SettingsReader.read(
            from: settings, at: SettingPath(""))
        panel = try panel.successor(by: new, after: self.settings)
        self.settings = new
    }
}

@Suite("The panel of deployments")
struct DeploymentPanelTests {
    private let offer = DeploymentPanel.Offer(number: 7, changes: 3, restarts: false)

    @Test("without an offer it is dark and silent, and a press allows nothing") func idle() throws {
        var bench = try Bench()
        let outputs = bench.step(nil, .press)
        #expect(outputs.signal.lamp == .inactive && outputs.signal.buzzer == .inactive)
        #expect(outputs.reason == .idle)
        #expect(bench.details == ["state": "idle"])
    }

    @Test("a press after the offer allows it, and the details say which") func accepted() throws {
        var bench = try Bench()
        let offered = bench.step(.offer(offer))
        #expect(offered.responses.map(\.outcome) == [.done])
        #expect(
            offered.reason.description
                == "deployment 7 waits for a press: 3 changes, nothing restarts")
        #expect(bench.step(after: .seconds(2), nil, .press).reason == .accepted(offer))
        #expect(bench.details == ["state": "accepted", "number": 7])
    }

    @Test("a hand that was on its way allows nothing, whenever its press arrives") func early()
        throws
    {
        var bench = try Bench()
        bench.step(.offer(offer))
        #expect(bench.step(after: .milliseconds(900), nil, .press).reason == .offered(offer))
        #expect(
            bench.step(after: .seconds(5), nil, .press, pressedEarlier: .seconds(6)).reason
                == .offered(offer))
        #expect(bench.step(nil, .press).reason == .accepted(offer))
    }

    @Test("held or pressed twice, it refuses", arguments: [ButtonPress.longPress, .doublePress])
    func declined(press: ButtonPress) throws {
        var bench = try Bench()
        bench.step(.offer(offer))
        #expect(bench.step(after: .seconds(2), nil, press).reason == .declined(offer))
        #expect(bench.step(after: .seconds(2), nil, .press).reason == .declined(offer))
        #expect(bench.step(after: .seconds(30)).reason == .idle)
    }

    @Test("not pressed in time it is refused, and a press after that allows nothing") func late()
        throws
    {
        var bench = try Bench(["answer_within": "20s"])
        bench.step(.offer(offer))
        #expect(bench.step(after: .milliseconds(19_900)).reason == .offered(offer))
        #expect(bench.step(after: .milliseconds(100), nil, .press).reason == .declined(offer))
    }

    @Test("one that is gone is offered no more, another one's number withdraws nothing")
    func withdrawn() throws {
        var bench = try Bench()
        bench.step(.offer(offer))
        #expect(bench.step(.withdraw(8)).reason == .offered(offer))
        #expect(bench.step(.withdraw(7)).reason == .idle)
        #expect(bench.step(after: .seconds(2), nil, .press).reason == .idle)
    }

    @Test("what was allowed cannot be withdrawn, and nothing else is offered meanwhile")
    func busy() throws {
        var bench = try Bench()
        bench.step(.offer(offer))
        let second = DeploymentPanel.Offer(number: 8, changes: 1, restarts: true)
        let refused = bench.step(.offer(second))
        #expect(refused.responses.map(\.outcome) == [.refused])
        bench.step(after: .seconds(2), nil, .press)
        #expect(bench.step(.withdraw(7)).reason == .accepted(offer))
        #expect(bench.step(.offer(second)).responses.map(\.outcome) == [.refused])
        #expect(bench.step(.tell(.done)).reason == .told(.done))
        #expect(bench.step(.offer(second)).reason == .offered(second))
    }

    @Test("an outcome that nobody tells is waited for, but not for ever") func forgotten() throws {
        var bench = try Bench()
        bench.step(.offer(offer))
        bench.step(after: .seconds(2), nil, .press)
        #expect(bench.step(after: .seconds(299)).reason == .accepted(offer))
        #expect(bench.step(after: .seconds(1)).reason == .idle)
    }

    @Test(
        "each outcome is told for half a minute, in words and in a rhythm of its own",
        arguments: DeploymentPanel.Outcome.allCases)
    func told(outcome: DeploymentPanel.Outcome) throws {
        var bench = try Bench()
        let outputs = bench.step(.tell(outcome))
        #expect(outputs.reason.code == outcome.rawValue)
        #expect(outputs.signal.buzzer != .inactive)
        #expect(bench.step(after: .milliseconds(29_900)).reason == .told(outcome))
        #expect(bench.step().reason == .idle)
    }

    @Test("no other settings while an offer waits; what was allowed goes on with others")
    func successor() throws {
        var bench = try Bench()
        bench.step(.offer(offer))
        #expect(throws: PlainError.self) { try bench.change(to: ["answer_within": "30s"]) }
        bench.step(after: .seconds(2), nil, .press)
        try bench.change(to: ["answer_within": "30s"])
        #expect(bench.step().reason == .accepted(offer))
    }

    @Test(
        "without a lamp and a buzzer it is refused",
        arguments: [(["button"], 1), (["button", "lamp"], 0), (["button", "buzzer"], 0)])
    func blind(connected: [String], count: Int) throws {
        let settings = try SettingsReader.read(
            DeploymentPanel.Settings.self, from: [:], at: SettingPath(""))
        #expect(
            DeploymentPanel.conflicts(settings, connected: BoundPorts(connected)).count == count)
    }
}

@Suite("Lamp and buzzer of a deployment")
struct DeploymentSignalTests {
    private typealias Signal = DeploymentPanel.Signal

    private static let all: [(String, DeploymentPanel.Signal)] = [
        ("nothing is offered", .idle),
        ("1 change waits for a press, nothing restarts", .offered(changes: 1, restarts: false)),
        ("3 changes wait, nothing restarts", .offered(changes: 3, restarts: false)),
        ("3 changes wait, the service starts again for them", .offered(changes: 3, restarts: true)),
        ("8 changes or more wait", .offered(changes: 8, restarts: false)),
        ("allowed: it is being applied, and watched for a minute", .accepted),
        ("not allowed: held, or not pressed in time", .declined),
        ("it runs: the stick may be pulled out", .done),
        ("refused: unsigned, older, bad, or not now", .refused),
        ("taken back: what ran before runs again", .takenBack),
    ]

    @Test("the page has every pattern as it is") func page() throws {
        let wanted = SignalTable.rows(Self.all) { ($0.0, $0.1.lamp, $0.1.buzzer) }
        let page = String(decoding: try projectFile("docs/stick.md"), as: UTF8.self)
        #expect(page.contains(wanted), "the table should be:\n\(wanted)")
    }

    @Test("no two look and sound alike, and more changes than can be counted are eight")
    func distinct() {
        let looks = Self.all.map { SignalTable.row("", $0.1.lamp, $0.1.buzzer) }
        #expect(Set(looks).count == looks.count)
        let many = DeploymentPanel.Offer(number: 1, changes: 500, restarts: false)
        #expect(Signal(.offered(many, since: .zero)) == .offered(changes: 8, restarts: false))
    }
}
