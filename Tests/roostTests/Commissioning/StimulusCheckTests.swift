import JSON
import TestSupport
import Testing
import Values

@testable import Core
@testable import roost

/// What a person does to a sensor, and what has to be seen of it.
struct StimulusCheckTests {
    private func check(_ driver: JSONValue) throws -> StimulusCheck {
        let configuration = try ConfigurationFile.read(["drivers": ["it": driver]])
        return try #require(InteractiveDoctor.checks(of: configuration).first)
    }

    private func report<Value: DeviceValue>(_ value: Value?, _ why: String = "no answer")
        -> SourceReport
    {
        let sample: Sample<Value> =
            value.map { .good($0, at: .zero) } ?? .absent(since: .zero, because: why)
        return SourceReport(sample, at: .zero)
    }

    private static let contact: JSONValue = ["driver": "gpio-input", "line": "GPIO17"]
    private static let button: JSONValue = [
        "driver": "gpio-input", "mode": "button", "line": "GPIO17",
    ]

    private func contact(_ isActive: Bool, changes: UInt64) -> SourceReport {
        report(Contact(isActive: isActive, changes: changes))
    }

    @Test("a switch is moved there and back") func contact() throws {
        var check = try check(Self.contact)
        #expect(check.observe(contact(false, changes: 4)) == nil)
        #expect(check.instruction == "move what it watches to the other end")
        #expect(check.observe(contact(true, changes: 5)) == nil)
        #expect(check.instruction == "and back again")
        #expect(check.observe(contact(true, changes: 5)) == nil)
        #expect(check.observe(contact(false, changes: 6)) == "open -> closed -> open")
    }

    @Test(
        "the switches of a door must say what they stand for, for 2 s on end, while a person does it"
    )
    func stances() throws {
        let text = try projectFile("config/pet-door.json")
        let configuration = try ConfigurationReader.read(text, registry: ConfigurationFile.registry)
        let checks = InteractiveDoctor.checks(of: configuration).suffix(2)
        #expect(checks.map(\.name) == ["flap.contact", "latch.contact"])
        var flap = try #require(checks.first)
        #expect(flap.instruction == "leave the flap shut: it must say \"closed\" for 2 s")
        #expect(flap.remedy?.contains("change active_low") == true)
        var latch = try #require(checks.last)
        #expect(latch.instruction.hasPrefix("have the bolt fully back"))
        for _ in 0..<100 { #expect(latch.observe(contact(true, changes: 0)) == nil) }
        #expect(latch.observe(contact(false, changes: 1)) == nil)
        #expect(latch.instruction.hasPrefix("hold the bolt half-way by hand"))
        for _ in 0..<19 { #expect(latch.observe(contact(true, changes: 2)) == nil) }
        #expect(latch.observe(contact(true, changes: 2)) != nil)
        for _ in 0..<100 { #expect(flap.observe(contact(false, changes: 0)) == nil) }
        for _ in 0..<19 { #expect(flap.observe(contact(true, changes: 1)) == nil) }
        #expect(flap.observe(contact(false, changes: 2)) == nil)
        for _ in 0..<19 { #expect(flap.observe(contact(true, changes: 3)) == nil) }
        #expect(flap.observe(contact(true, changes: 3)) == "leave the flap shut: closed")
    }

    @Test("a switch that was there and back between two looks has counted it") func quick() throws {
        var check = try check(Self.button)
        #expect(check.observe(contact(false, changes: 0)) == nil)
        #expect(check.instruction == "press it")
        #expect(check.observe(contact(false, changes: 1)) == nil)
        #expect(check.observe(contact(false, changes: 2)) == "open -> closed -> open")
    }

    @Test("a light sensor is covered and free again, and noise is neither") func light() throws {
        var check = try check(["driver": "photoresistor"])
        for ratio in [0.6, 0.65, 0.52] {
            #expect(check.observe(report(LightLevel(ratio: ratio))) == nil)
        }
        #expect(check.instruction == "cover it with your hand")
        #expect(check.observe(report(LightLevel(ratio: 0.2))) == nil)
        #expect(check.instruction == "take your hand away")
        #expect(check.observe(report(LightLevel(ratio: 0.5))) == nil)
        #expect(check.observe(report(LightLevel(ratio: 0.57))) == "60 % -> 20 % -> 57 %")
    }

    @Test("a thermometer in the hand becomes a degree warmer") func warm() throws {
        var check = try check(["driver": "ds18b20"])
        for celsius in [21, 21.9, 20.1] {
            #expect(check.observe(report(Temperature(celsius: celsius))) == nil)
        }
        #expect(check.observe(report(Temperature(celsius: 22))) == "21.0 °C -> 22.0 °C")
    }

    @Test("what is not good is not seen, and nothing begins with it") func absent() throws {
        var check = try check(["driver": "ds18b20"])
        #expect(check.observe(report(nil as Temperature?)) == nil)
        #expect(check.observe(report(Temperature(celsius: 30))) == nil)
        #expect(check.observe(report(nil as Temperature?)) == nil)
        #expect(check.observe(report(Temperature(celsius: 31))) == "30.0 °C -> 31.0 °C")
    }

    @Test("a tag is seen at once where it lies at the reader already") func tag() throws {
        var check = try check(["driver": "rfid-reader", "device": "serial0"])
        #expect(check.observe(report(TagPresence.none(since: .zero))) == nil)
        let tag = try #require(TagID(country: 276, national: 95_610_728_684))
        #expect(check.observe(report(TagPresence(tag: tag))) == "276095610728684")
    }

    @Test("a counter counts") func count() throws {
        var check = try check(["driver": "gpio-input", "mode": "counter", "line": "GPIO22"])
        let count = { (value: Double) in self.report(Measurement(.count, value)) }
        #expect(check.observe(count(7)) == nil)
        #expect(check.observe(count(7)) == nil)
        #expect(check.observe(count(8)) == "7 -> 8")
    }

    @Test(
        "what moves, flies or knows its place is not for a hand",
        arguments: [
            ["driver": "servo"], ["driver": "ardrone", "address": "192.168.1.1"],
            ["driver": "gpsd"], ["driver": "system-clock"],
            ["driver": "gpio-output", "line": "GPIO5", "safe": "inactive"],
        ] as [JSONValue])
    func none(driver: JSONValue) throws {
        let configuration = try ConfigurationFile.read(["drivers": ["it": driver]])
        #expect(InteractiveDoctor.checks(of: configuration).isEmpty)
    }

    // MARK: The person

    private func run(
        limit: Duration = .seconds(3), skipping: Bool = false,
        _ reports: @escaping (Int) -> SourceReport?
    ) throws -> (diagnosis: Diagnosis, said: [String]) {
        let clock = ManualScheduler()
        let looks = Counter()
        let said = Said()
        let doctor = InteractiveDoctor(
            clock: clock, limit: limit,
            report: {
                looks.next().flatMap(reports).map(Self.status)
            }, say: said.add,
            isSkipped: { pause in
                clock.sleep(for: pause)
                return skipping
            })
        return (try #require(doctor.run([check(Self.contact)]).first), said.lines)
    }

    private final class Counter {
        private var count = -1
        func next() -> Int? {
            count += 1
            return count
        }
    }

    private final class Said {
        var lines: [String] = []
        func add(_ line: String) { lines.append(line) }
    }

    private static func status(_ source: SourceReport) -> StatusReport {
        let driver = DriverReport(
            name: "it", driver: "gpio-input", state: .running, runningSeconds: 1,
            retryInSeconds: nil, restarts: 0, lastError: nil, sources: ["contact": source],
            diagnostics: [])
        return StatusReport(
            schema: 1, name: "roost", version: "", phase: .running, uptimeSeconds: 1,
            configuration: nil, drivers: [driver], policies: [])
    }

    @Test("each step is told once, with the value before it") func told() throws {
        let (diagnosis, said) = try run { look in
            self.contact((4..<8).contains(look), changes: look < 4 ? 0 : look < 8 ? 1 : 2)
        }
        #expect(diagnosis == .right("it", "contact: open -> closed -> open"))
        #expect(
            said == [
                "it.contact: move what it watches to the other end (now open)",
                "it.contact: and back again (now closed)",
            ])
    }

    @Test("nothing seen is wrong, with what it was all the while") func nothing() throws {
        let (diagnosis, _) = try run { _ in self.contact(false, changes: 0) }
        #expect(diagnosis.verdict == .wrong)
        #expect(
            diagnosis.found == "contact: nothing seen in 3.0 s; at the end it was open",
            "\(diagnosis.found)")
    }

    @Test("one that gives nothing says why, and Enter leaves it out") func leftOut() throws {
        let (diagnosis, said) = try run(skipping: true) { _ in
            self.report(nil as Contact?, "unplugged")
        }
        #expect(diagnosis == .doubtful("it", "contact: left out"))
        #expect(said.first?.hasSuffix("(now unplugged)") == true, "\(said)")
    }
}
