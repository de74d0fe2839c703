import JSON
import MQTT
import Settings
import TestSupport
import Testing
import Values

@testable import Control
@testable import Core
@testable import DroneNavigation
@testable import Gateway
@testable import MQTTBridge
@testable import Policies

/// Programs beside the service know a few requests by their names, and cannot see the plugins that take them. Here both meet.
@Suite struct KnownRequestsTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))

    private func descriptions<Request: PluginRequest>(
        of _: Request.Type
    ) -> [String: RequestDescription] {
        Dictionary(
            uniqueKeysWithValues: Request.declarations.map { ($0.description.name, $0.description) }
        )
    }

    @Test("roost-stick may send every request of a panel, and no other") func stick() {
        let names = Set(descriptions(of: DeploymentPanel.Request.self).keys)
        #expect(ControlRole.stick.rights.sending == .named(names))
    }

    @Test("what watchers may send is safer, and a pilot takes it") func watchers() throws {
        let settings: GatewaySettings = try SettingsReader.read(
            from: ["watchers_may_land": true], at: SettingPath(""))
        let known = descriptions(of: DroneNavigation.Request.self)
        #expect(settings.watchersMaySend.count == 2)
        for name in settings.watchersMaySend { #expect(known[name]?.effect == .safer, "\(name)") }
        #expect(SettingsReader.defaults(of: GatewaySettings.self).watchersMaySend == [])
    }

    @Test("a phone's place reaches the pilot, who takes it for the leader's") func leader() throws {
        let bridge: BridgeSettings = try SettingsReader.read(
            from: ["leader": ["topic": "owntracks/mia/phone", "pilot": "pilot"]],
            at: SettingPath(""))
        let place = #"{"_type": "location", "lat": 52.5, "lon": 13.4, "acc": 6, "tst": 1763999997}"#
        let question = try OwnTracksLeader(try #require(bridge.leader)).question(
            MQTTMessage("owntracks/mia/phone", Array(place.utf8)), utcSeconds: 1_764_000_000,
            at: clock.now)
        let request = try ControlRequest(line: Array(try #require(question).line.utf8))
        guard case .send(let addressed, let deadline, _, let limit) = request else {
            Issue.record("\(request)")
            return
        }
        let caller = ControlCaller(.mqtt, user: nil, load: RequestLoad(of: .mqtt))
        let queue = EventQueue<DroneNavigation.Request>()
        let broker = RequestBroker(
            of: { [RequestBroker.Target(name: "pilot", queue: queue)] }, scheduler: clock,
            log: Log(MemoryLog(), source: "roost"))
        let answers = EventLog()
        broker.send(
            addressed, from: .person, deadline: deadline,
            admission: { description, _ throws(RequestError) in
                try caller.check(description)
                try limit.check(description, from: .person)
            }
        ) { answers.note("\($0)") }
        #expect(answers.entries == [])
        guard case .leader(let fix, let age)? = queue.drain(at: clock.now).first?.value else {
            Issue.record("nothing came: \(answers.entries)")
            return
        }
        #expect(fix.horizontalErrorMetres == 6 && age == .seconds(3))
        #expect(fix.position.latitude == 52.5 && fix.position.longitude == 13.4)
    }
}
