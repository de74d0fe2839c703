import JSON
import Synchronization
import TestSupport
import Testing
import Values

@testable import Core

/// Settings that protect, where changes, failing health, restarts and power cuts meet.
@Suite("The service never loosens protection by itself")
struct ProtectionInForceTests {
    /// A card that takes records, or refuses them.
    private final class Card: ProtectionStore {
        private struct State {
            var isSlow = false
            var record: ProtectionRecord?
            var problem: String?
            var damage: String?
        }

        private let state = Mutex(State())

        var record: ProtectionRecord? { state.withLock { $0.record } }
        /// The record is lost, or another is in its place.
        func spoil(_ damage: String, leaving record: ProtectionRecord? = nil) {
            state.withLock { $0 = State(record: record, damage: damage) }
        }
        func refuse(_ problem: String?) { state.withLock { $0.problem = problem } }

        func load() -> SavedProtection {
            state.withLock { SavedProtection(record: $0.record, damage: $0.damage) }
        }

        /// Each save takes a moment.
        func slowDown() { state.withLock { $0.isSlow = true } }

        func save(_ record: ProtectionRecord) throws(PlainError) {
            if state.withLock({ $0.isSlow }) { letTheKernelWork(for: .milliseconds(50)) }
            let problem = state.withLock { state in
                if state.problem == nil { (state.record, state.damage) = (record, nil) }
                return state.problem
            }
            if let problem { throw PlainError(problem) }
        }
    }

    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    private let device = ScriptedDevice("fan")
    private let log = MemoryLog()
    private let card = Card()
    private let kept = EventLog()

    private func house(
        _ name: String = "keeper", fence: Double? = nil, plan: String? = nil,
        coldest: String = "5 °C"
    ) throws -> Configuration {
        var keeper: [String: JSONValue] = [
            "policy": "keeper", "coldest": .string(coldest), "inputs": ["temperature": "inside"],
            "outputs": ["bolt": "bolt"],
        ]
        keeper["fence"] = fence.map { .number($0) }
        keeper["plan"] = plan.map { .string($0) }
        let json: JSONValue = [
            "drivers": ["inside": ["driver": "sensor"], "bolt": ["driver": "bolt"]],
            "policies": .object([name: .object(keeper)]),
        ]
        let read = try ConfigurationReader.read(json, registry: testRegistry)
        var made = try configuration(
            drivers: read.drivers + [device.entry()], policies: read.policies)
        made.offer = ConfigurationOffer(text: json.line, files: [:])
        return made
    }

    /// A service that was started with a file, after one that may have left a record.
    private func started(_ file: Configuration) throws -> Supervisor {
        let keeper = ProtectionKeeper(
            card, scheduler: clock, log: Log(log, source: "roost"), file: { file })
        let started = keeper.start(with: file, nil)
        let supervisor = try Supervisor(
            started.configuration, scheduler: clock, log: Log(log, source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), protection: keeper,
            started: started, onStopped: { _ in })
        supervisor.start()
        set(temperature: 12, of: supervisor)
        #expect(
            eventually {
                let isDue = keeper.problem == "the card has not answered yet"
                return !isDue && (card.record != nil || keeper.problem != nil)
            })
        return supervisor
    }

    private func set(temperature celsius: Double, of supervisor: Supervisor) {
        supervisor.connections(ofDriver: "inside")?.source(TestSensor.temperature)
            .publish(Temperature(celsius: celsius), at: clock.now)
        clock.advance(by: .seconds(1))
    }

    private func apply(
        _ new: Configuration, to supervisor: Supervisor, onProbation: Bool = true
    ) throws -> ChangePlan {
        try supervisor.apply(new, by: "anna", onProbation: onProbation) { [kept] configuration in
            kept.note(Self.words(configuration))
        }
    }

    private static func words(_ configuration: Configuration) -> String {
        let settings = configuration.policies[0].settingsAsWritten
        return ["fence", "plan", "coldest"].compactMap { key in
            settings[key].map { "\(key) \($0.summary)" }
        }.joined(separator: ", ")
    }

    private func breakDevice() {
        for _ in 0..<20 { device.failStarts(DeviceError(.corrupt, "it smokes")) }
        device.fail(DeviceError(.corrupt, "it smokes"))
        clock.advance(by: .seconds(2))
    }

    // MARK: A change × failing health

    @Test("what protects stays where a change is taken back, the rest goes back, and both are told")
    func takenBack() throws {
        let supervisor = try started(try house(fence: 30))
        _ = try apply(try house(fence: 12, coldest: "20 °C"), to: supervisor)
        breakDevice()
        #expect(
            Self.words(supervisor.configuration) == "fence the number 12, coldest the text \"5 °C\""
        )
        let undone = try #require(supervisor.status(at: clock.now).configuration?.undone)
        #expect(undone.why == "the driver fan does not run any more: it smokes")
        #expect(undone.changes == ["keeper: coldest: 20 °C -> 5 °C"])
        #expect(undone.kept == ["keeper: fence 12"])
        #expect(undone.askedBy == "anna")
        // It is what a rollback and the next start find.
        #expect(kept.entries == [Self.words(supervisor.configuration)])
    }

    @Test("a change of nothing but protection stays, however health falls, and nothing is undone")
    func onlyProtection() throws {
        let supervisor = try started(try house())
        _ = try apply(try house(fence: 12), to: supervisor)
        breakDevice()
        #expect(Self.words(supervisor.configuration).hasPrefix("fence the number 12"))
        let report = try #require(supervisor.status(at: clock.now).configuration)
        #expect(report.undone == nil)
        #expect(report.probationSeconds == nil)
        #expect(supervisor.notices.latest == nil)
        #expect(kept.entries.count == 1)
        #expect(log.lines.contains { $0.contains("all of it protects") })
    }

    @Test("another mission does not come back", arguments: [nil, "garden"])
    func mission(_ old: String?) throws {
        let supervisor = try started(try house(plan: old))
        _ = try apply(try house(plan: "meadow", coldest: "20 °C"), to: supervisor)
        breakDevice()
        #expect(supervisor.configuration.policies[0].settingsAsWritten["plan"] == "meadow")
        #expect(supervisor.configuration.policies[0].settingsAsWritten["coldest"] == "5 °C")
    }

    @Test("what a change has loosened is taken back with all else") func loosened() throws {
        let supervisor = try started(try house(fence: 12))
        _ = try apply(try house(fence: 300, coldest: "20 °C"), to: supervisor)
        breakDevice()
        #expect(
            Self.words(supervisor.configuration) == "fence the number 12, coldest the text \"5 °C\""
        )
        #expect(supervisor.status(at: clock.now).configuration?.undone?.kept == [])
    }

    @Test("under another name a policy keeps what protects, too") func renamed() throws {
        let supervisor = try started(try house(fence: 30))
        _ = try apply(try house("other", fence: 12), to: supervisor)
        breakDevice()
        #expect(supervisor.policies.map(\.name) == ["keeper"])
        #expect(supervisor.configuration.policies[0].settingsAsWritten["fence"] == 12)
    }

    @Test("whoever goes back has decided: nothing is on probation, and it is kept at once")
    func rollback() throws {
        let supervisor = try started(try house(fence: 300, coldest: "20 °C"))
        _ = try apply(try house(fence: 12), to: supervisor, onProbation: false)
        #expect(supervisor.status(at: clock.now).configuration?.probationSeconds == nil)
        #expect(kept.entries == [Self.words(supervisor.configuration)])
        breakDevice()
        #expect(
            Self.words(supervisor.configuration) == "fence the number 12, coldest the text \"5 °C\""
        )
    }

    // MARK: What was undone × a person

    @Test("until a person acknowledges what was undone, policies are told to begin nothing")
    func acknowledged() throws {
        let supervisor = try started(try house())
        #expect(throws: PlainError.self) { try supervisor.acknowledge(by: "anna") }
        _ = try apply(try house(coldest: "20 °C"), to: supervisor)
        breakDevice()
        #expect(supervisor.notices.latest?.hold?.contains("roost acknowledge") == true)
        // Another change is no word about that one.
        _ = try apply(try house(coldest: "7 °C"), to: supervisor)
        #expect(supervisor.notices.latest?.hold != nil)
        try supervisor.acknowledge(by: "anna")
        #expect(supervisor.notices.latest == nil)
        #expect(supervisor.status(at: clock.now).configuration?.undone == nil)
        #expect(log.lines.contains { $0.contains("acknowledged by anna: the driver fan") })
    }

    @Test("what was undone is told, and holds, over a restart") func undoneOverRestart() throws {
        let file = try house()
        let first = try started(file)
        _ = try apply(try house(coldest: "20 °C"), to: first)
        breakDevice()
        #expect(eventually { card.record?.undone != nil })
        first.stop(because: "test")
        let second = try started(file)
        #expect(second.notices.latest?.hold != nil)
        #expect(second.status(at: clock.now).configuration?.undone?.changes.count == 1)
        try second.acknowledge()
        second.stop(because: "test")
        #expect(try started(file).notices.latest == nil)
    }

    @Test("the end of the process waits for what is being saved") func closed() throws {
        let file = try house(fence: 12)
        card.slowDown()
        let keeper = ProtectionKeeper(
            card, scheduler: clock, log: Log(log, source: "roost"), file: { file })
        keeper.begin(file, undone: nil)
        #expect(card.record == nil)
        keeper.close()
        #expect(card.record?.policies["keeper"]?.inForce["fence"] == 12)
    }

    // MARK: A change × a restart or a power cut

    @Test("from the moment in which it takes effect, what protects outlives a power cut")
    func powerCut() throws {
        let file = try house(fence: 30, plan: "garden")
        _ = try apply(try house(fence: 12, plan: "meadow", coldest: "20 °C"), to: try started(file))
        // No stop: the power is gone within the second.
        let second = try started(file)
        #expect(
            Self.words(second.configuration)
                == "fence the number 12, plan the text \"meadow\", coldest the text \"5 °C\"")
        let report = try #require(second.status(at: clock.now).configuration)
        #expect(
            report.kept == [
                "keeper: fence stays 12", "keeper: plan stays meadow",
            ])
        // And so it does the next time.
        #expect(Self.words(try started(file).configuration).hasPrefix("fence the number 12"))
    }

    @Test(
        "where it is not known what was in force, nothing begins before a person has acknowledged it",
        arguments: [true, false])
    func damaged(hasOlder: Bool) throws {
        let file = try house(fence: 30)
        let first = try started(file)
        let older = card.record
        _ = try apply(try house(fence: 12), to: first)
        first.stop(because: "test")
        card.spoil(
            "protection.json is damaged (its checksum is wrong)", leaving: hasOlder ? older : nil)
        let second = try started(file)
        #expect(second.notices.latest?.hold?.contains("roost acknowledge") == true)
        let undone = try #require(second.status(at: clock.now).configuration?.undone)
        #expect(
            undone.changes.first?.contains("its checksum is wrong") == true, "\(undone.changes)")
        // It is not forgotten because the record is a new one by now.
        #expect(eventually { card.record?.undone != nil })
        try second.acknowledge(by: "anna")
        second.stop(because: "test")
        #expect(try started(file).notices.latest == nil)
    }

    @Test(
        "a file that a person has changed since is what counts, and by what it allows more is told")
    func fileChanged() throws {
        let first = try started(try house(fence: 12))
        first.stop(because: "test")
        let second = try started(try house(fence: 300))
        #expect(second.configuration.policies[0].settingsAsWritten["fence"] == 300)
        #expect(second.notices.latest?.looser == ["keeper: fence 12 -> 300"])
        #expect(second.notices.latest?.hold == nil)
    }

    @Test(
        "where what was in force does not fit the file, nothing begins before a person knows of it")
    func conflict() throws {
        let first = try started(try house(fence: 12))
        first.stop(because: "test")
        // Of another version, say, that has never heard of such a fence.
        var record = try #require(card.record)
        let old = try #require(record.policies["keeper"])
        record.policies["keeper"] = .init(
            kind: old.kind, inForce: ["fence": -1, "plan": .null],
            inFile: ["fence": 30, "plan": .null])
        try card.save(record)
        let second = try started(try house(fence: 30))
        #expect(second.configuration.policies[0].settingsAsWritten["fence"] == 30)
        #expect(second.notices.latest?.hold != nil)
        #expect(
            second.status(at: clock.now).configuration?.undone?.why.contains("in force") == true)
    }

    // MARK: A change × a full disk

    @Test(
        "what could not be written down is said with the change and in the status, and written later"
    )
    func fullDisk() throws {
        let supervisor = try started(try house())
        card.refuse("No space left on device")
        let plan = try apply(try house(fence: 12), to: supervisor)
        #expect(
            plan.lines.last
                == "WARNING: the settings that protect would not outlive a power cut as they are: No space left on device"
        )
        #expect(
            supervisor.status(at: clock.now).configuration?.notKept == "No space left on device")
        card.refuse(nil)
        #expect(
            eventually {
                clock.advance(by: .seconds(10))
                return supervisor.status(at: clock.now).configuration?.notKept == nil
            })
        #expect(card.record?.policies["keeper"]?.inForce["fence"] == 12)
    }

    // MARK: A person × a flight

    @Test("in the air nothing is loosened; on the ground it is, and named") func onTheGround()
        throws
    {
        let supervisor = try started(try house(fence: 12))
        set(temperature: -1, of: supervisor)
        for onProbation in [true, false] {
            let why = thrown {
                _ = try apply(try house(fence: 30), to: supervisor, onProbation: onProbation)
            }
            #expect(
                why.contains("not now: keeper: it is in the air; until it has landed"), "\(why)")
        }
        // What protects more is welcome there.
        _ = try apply(try house(fence: 10), to: supervisor)
        set(temperature: 12, of: supervisor)
        let plan = try apply(try house(fence: 300), to: supervisor)
        #expect(plan.looser == ["keeper: fence 10 -> 300"])
        #expect(plan.lines.contains("keeper: ALLOWS MORE: fence 10 -> 300"))
        #expect(supervisor.notices.latest?.looser == ["keeper: fence 12 -> 300"])
        // It is named until it is taken back, whatever else is changed.
        _ = try apply(try house(fence: 300, coldest: "7 °C"), to: supervisor)
        #expect(supervisor.notices.latest?.looser == ["keeper: fence 12 -> 300"])
        _ = try apply(try house(fence: 200), to: supervisor)
        #expect(supervisor.notices.latest?.looser == ["keeper: fence 12 -> 200"])
        _ = try apply(try house(fence: 12), to: supervisor)
        #expect(supervisor.notices.latest == nil)
    }

    private func thrown(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "nothing"
        } catch {
            return "\(error)"
        }
    }
}
