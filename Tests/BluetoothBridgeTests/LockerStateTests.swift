import JSON
import Testing
import Values

@testable import BluetoothBridge
@testable import Core

@Suite struct LockerStateTests {
    private static func source(
        _ kind: String, _ value: JSONValue, _ quality: Quality.Code
    ) throws -> SourceReport {
        let json: JSONValue = [
            "kind": .string(kind), "quality": .string(quality.rawValue), "age_seconds": 1,
            "value": value,
        ]
        return try json.decode(as: SourceReport.self)
    }

    private static func report(
        _ code: String, latch: Bool = false, celsius: Double = 21.5, quality: Quality.Code = .good
    ) throws -> StatusReport {
        let none = DurationReport(DurationHistogram())
        func driver(_ name: String, _ port: String, _ source: SourceReport) -> DriverReport {
            DriverReport(
                name: name, driver: "x", state: .running, runningSeconds: 1, retryInSeconds: nil,
                restarts: 0, lastError: nil, sources: [port: source], diagnostics: [])
        }
        return StatusReport(
            schema: 1, name: "x", version: "1", phase: .running, uptimeSeconds: 1,
            configuration: nil,
            drivers: [
                driver(
                    "latch", "contact",
                    try source("contact", ["is_active": .bool(latch)], quality)),
                driver(
                    "outside", "temperature",
                    try source("temperature", ["celsius": .number(celsius)], quality)),
            ],
            policies: [
                PolicyReport(
                    name: "door", policy: "pet-door",
                    reason: ReasonReport(code: code, text: "x", isFailsafe: false),
                    details: nil,
                    inputs: ["latch": "latch.contact", "temperature": "outside.temperature"],
                    outputs: [:], periodMilliseconds: 250, ticks: 1, skippedTicks: 0,
                    sinceLastTickSeconds: 0, lateness: none, stepTime: none, hangs: nil,
                    hangsForSeconds: nil, isGivenUp: nil, uses: nil, shadows: nil)
            ])
    }

    @Test("who comes is told the lock and the state, in the old words") func greeting() throws {
        var state = LockerState(door: "door")
        #expect(state.greeting.isEmpty)
        let first = state.note(try Self.report("day"))
        #expect(first == nil)
        #expect(state.greeting.map(\.description) == ["m:0", "s:1;t:21.50"])
        _ = state.note(try Self.report("night", latch: true, celsius: -3))
        #expect(state.greeting.last?.description == "s:0;t:-3.00")
    }

    @Test("that a person has locked it is told at once, and that it is over") func manual() throws {
        var state = LockerState(door: "door")
        let codes = ["day", "asked-locked/locking", "asked-locked", "night"]
        let told = try codes.map { state.note(try Self.report($0))?.description ?? "nothing" }
        #expect(told == ["nothing", "m:1", "nothing", "m:0"])
    }

    @Test(
        "of what is not known a door is not said to be open, and the thermometer is one that is gone"
    )
    func unknown() throws {
        var state = LockerState(door: "door")
        _ = state.note(try Self.report("day", quality: .stale))
        #expect(state.greeting.last?.description == "s:0;t:-127.00")
        state.forget()
        #expect(state.greeting.isEmpty)
        var other = LockerState(door: "gate")
        _ = other.note(try Self.report("day"))
        #expect(other.greeting.isEmpty)
    }

    @Test("answers are cut as the centrals take them, end with a line feed, and are bounded")
    func outbox() {
        var outbox = UARTOutbox()
        outbox.add(answer: "ok: locked as soon as\nit may be")
        outbox.add(.manual(isLocked: true))
        let sent = outbox.take().map { String(decoding: $0, as: UTF8.self) }
        #expect(sent == ["ok: locked as soon a", "s it may be\n", "m:1"])
        let none = outbox.take()
        #expect(none.isEmpty)
        outbox.maxNotification = 500
        outbox.add(answer: String(repeating: "é", count: 3000))
        let long = outbox.take()
        #expect(
            long.map(\.count).reduce(0, +) == UARTOutbox.maxAnswer + 1 && long.last?.last == 0x0A)
        for _ in 0..<1000 { outbox.add(.manual(isLocked: false)) }
        let most = outbox.take()
        #expect(most.count == UARTOutbox.maxNotifications)
    }

    @Test("BlueZ is asked again after a failure, after it was started, and not while it is well")
    func registration() {
        let start = Instant(nanoseconds: 1_000_000_000)
        var registration = Registration()
        func due(_ seconds: Int) -> Bool { registration.isDue(at: start + .seconds(seconds)) }
        let first = [due(0), due(0)]
        #expect(first == [true, false])
        let told = [
            registration.note("service", nil, at: start),
            registration.note("advertisement", "Failed", at: start),
        ]
        #expect(told == [nil, "advertisement: Failed; it is tried again"])
        let later = [due(4), due(5)]
        #expect(later == [false, true])
        let again = [
            registration.note("service", "Already Exists", at: start),
            registration.note("advertisement", nil, at: start),
        ]
        #expect(again == [nil, "phones see it"] && registration.left(at: start) == nil)
        registration.note(present: false)
        let gone = due(60)
        registration.note(present: true)
        let back = due(60)
        #expect(!gone && back)
    }
}
