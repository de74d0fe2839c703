import Core
import JSON
import Synchronization
import TestSupport
import Testing
import Values

@testable import Recording

@Suite struct RecorderTests {
    @Test func aNewDecisionIsWrittenAtOnce() throws {
        let door = try RecordedDoor()
        door.run(for: .seconds(1), light: 0.9)
        door.recorder.drain()
        let rows = door.store.rows
        #expect(rows.first?.kind == .segment)
        #expect(rows.count { $0.kind == .step } == 4)
        #expect(rows.contains { $0.kind == .decision && $0.text("text").contains("it is day") })
    }

    @Test func stepsThatDecideNothingNewAreWrittenInBatches() throws {
        let door = try RecordedDoor()
        door.run(for: .seconds(1), light: 0.9)
        door.recorder.drain()
        let before = door.store.writes
        for _ in 0..<30 {
            door.run(for: .seconds(1), light: 0.9)
            door.recorder.drain()
        }
        #expect((2...3).contains(door.store.writes - before))
    }

    @Test func theInputsOfEachStepAreThereExactly() throws {
        let door = try RecordedDoor()
        let lights = [0.1, 0.30000000000000004, 1.0 / 3, 0.9999999999999999]
        for light in lights { door.run(for: RecordedDoor.period, light: light) }
        door.recorder.drain()
        var inputs: JSONValue = [:]
        var read: [Double] = []
        for row in door.store.rows where row.kind == .step {
            inputs = inputs.merging(try #require(row.json["in"]))
            if case .number(let light)? = inputs["light"]?["value"]?["ratio"] { read.append(light) }
        }
        #expect(read == lights)
    }

    @Test func whatTheLogSaysIsRecordedWithWhoSaidIt() throws {
        let door = try RecordedDoor()
        let log = Log(
            RecordedLog(door.log, door.recorder, clock: door.clock), source: "gps")
        log.error("failed: no fix; starting again")
        log.debug("nobody needs this")
        door.recorder.drain()
        let lines = door.store.rows.filter { $0.kind == .log }
        #expect(lines.map { $0.text("text") } == ["failed: no fix; starting again"])
        #expect(lines.map { $0.text("of") } == ["gps"])
        #expect(lines.map { $0.text("level") } == ["error"])
    }

    @Test("what the log says stands between the steps between which it was said")
    func order() throws {
        let door = try RecordedDoor()
        door.run(for: .seconds(1), light: 0.9)
        door.recorder.drain()
        let before = door.store.rows.count
        door.run(for: RecordedDoor.period, light: 0.9)
        door.clock.advance(by: .milliseconds(100))
        door.recorder.note(.error, source: "gps", "later", at: door.clock.now)
        door.recorder.note(.error, source: "gps", "now", at: door.clock.now - .milliseconds(100))
        door.run(for: RecordedDoor.period, light: 0.9)
        door.recorder.drain()
        let rows = door.store.rows.dropFirst(before)
        #expect(rows.map(\.kind) == [.log, .step, .log, .step])
        #expect(rows.map { $0.text("text") } == ["now", "", "later", ""])
    }

    @Test func stepsForWhichThereWasNoRoomAreCountedAndTold() throws {
        let door = try RecordedDoor()
        // 64 is the least that is kept between two looks.
        door.run(for: RecordedDoor.period * 70, light: 0.9)
        door.recorder.drain()
        let lost = try #require(door.store.rows.first { $0.kind == .lost })
        #expect(lost.number("steps") == 6)
        #expect(door.log.lines.contains { $0.contains("misses 6 steps") })
        // What follows can be read without them.
        door.run(for: .seconds(11), light: 0.9)
        door.recorder.drain()
        #expect(
            door.store.rows.last { $0.kind == .step && $0.has("whole") }?.at == door.clock.now
                - .seconds(11) + RecordedDoor.period)
    }

    @Test func aFullCardIsToldOnceAndTheDoorGoesOn() throws {
        let door = try RecordedDoor()
        door.store.fail("write: No space left on device")
        for _ in 0..<120 {
            door.run(for: .seconds(1), light: 0.9)
            door.recorder.drain()
        }
        let told = door.log.lines.filter { $0.contains("recorder") }
        #expect(told.count == 1)
        #expect(told.first?.contains("No space left") == true)
        door.store.fail(nil)
        for _ in 0..<11 {
            door.run(for: .seconds(1), light: 0.9)
            door.recorder.drain()
        }
        // A minute and more was kept in memory.
        #expect(door.store.rows.count { $0.kind == .step } >= 120 * 4)
        #expect(!door.store.rows.contains { $0.kind == .lost })
        #expect(door.log.lines.contains { $0.contains("recording again") })
    }

    @Test func whatCouldNotBeWrittenForTooLongIsMissedAndTold() throws {
        let door = try RecordedDoor()
        door.store.fail("write: Read-only file system")
        for _ in 0..<3600 {
            door.run(for: .seconds(1), light: 0.9)
            door.recorder.drain()
        }
        door.store.fail(nil)
        for _ in 0..<11 {
            door.run(for: .seconds(1), light: 0.9)
            door.recorder.drain()
        }
        let rows = door.store.rows
        #expect(rows.contains { $0.kind == .lost && ($0.number("lines") ?? 0) > 1000 })
        #expect(rows.first { $0.kind == .step }?.has("whole") == true)
        #expect(door.log.lines.count { $0.contains("recorder") } == 2)
    }

    @Test func whereStepsAreKeptForFailuresTheMinuteBeforeOneIsWrittenWithIt() throws {
        let door = try RecordedDoor(["steps": "around-failures"])
        for _ in 0..<300 {
            door.run(for: .seconds(1), light: 0.9)
            door.recorder.drain()
        }
        #expect(!door.store.rows.contains { $0.kind == .step })
        #expect(door.store.rows.contains { $0.kind == .decision })
        door.runBlind(for: .seconds(1))
        door.recorder.drain()
        let steps = door.store.rows.filter { $0.kind == .step }
        #expect((236...244).contains(steps.count))
        #expect(steps.allSatisfy { $0.has("whole") })
    }

    @Test func eachSegmentCanBeReadByItself() throws {
        let door = try RecordedDoor()
        door.run(for: .seconds(1), light: 0.9)
        door.store.box.content.withLock { $0.isFull = true }
        door.recorder.drain()
        door.run(for: .seconds(11), light: 0.9)
        door.recorder.drain()
        let segments = door.store.box.content.withLock { $0.segments }
        #expect(segments.count == 2)
        for segment in segments {
            let rows = segment.split(separator: "\n").compactMap { Row(line: $0.utf8) }
            #expect(rows.first?.kind == .segment)
            #expect(rows.first?.json["policies"]?["door"]?["policy"] == "pet-door")
            #expect(rows.first { $0.kind == .step }?.has("whole") == true)
        }
    }
}
