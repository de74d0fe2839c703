import Testing
import Values

@testable import Drivers

/// Kernel behaviour: drivers/w1/slaves/w1_therm.c.
struct DS18B20ConversionCycleTests {
    private typealias Chip = DS18B20FakeFiles.Chip
    private let files = DS18B20FakeFiles([
        "28-00000000000a": .celsius(10), "28-00000000000b": .celsius(20),
        "28-00000000000c": .celsius(30),
    ])

    private struct Seen: Equatable {
        let id: String
        let celsius: Double?
        let isTogether: Bool
        let why: String?
    }

    private func read(_ count: Int) -> [Seen] {
        var seen: [Seen] = []
        files.cycle.read(Array(files.present.prefix(count))) { sensor, reading in
            guard case .scratchpad(let scratchpad, let conversion) = reading else {
                return seen.append(
                    Seen(id: sensor.id, celsius: nil, isTogether: false, why: nil))
            }
            let celsius = try? scratchpad.temperature().celsius
            switch conversion {
            case .bulk:
                seen.append(Seen(id: sensor.id, celsius: celsius, isTogether: true, why: nil))
            case .single(let why, _):
                seen.append(Seen(id: sensor.id, celsius: celsius, isTogether: false, why: why))
            }
        }
        return seen
    }

    @Test("three sensors convert at once, in the time of one")
    func together() {
        let start = files.now
        let seen = read(3)
        #expect(seen.map(\.celsius) == [10, 20, 30])
        #expect(seen.map(\.isTogether) == [true, true, true])
        #expect(files.change { $0.conversions } == 1)
        #expect(files.now - start == .milliseconds(95))
    }

    @Test("one sensor converts alone: the others of the bus are left in peace")
    func alone() {
        let seen = read(1)
        #expect(seen.map(\.celsius) == [10])
        #expect(seen.first?.why == "nobody else is due")
        #expect(files.change { $0.fetched } == ["28-00000000000a"])
    }

    @Test("what a bulk conversion left is fetched from all, so that nobody is given it later")
    func unread() {
        _ = read(2)
        files.change { $0.chips["28-00000000000c"]?.celsius = 5 }
        var later: Double?
        files.cycle.read([files.present[2]]) { _, reading in
            if case .scratchpad(let scratchpad, _) = reading {
                later = try? scratchpad.temperature().celsius
            }
        }
        #expect(later == 5)
    }

    @Test(
        "where there is no bulk conversion each sensor converts alone, and it is said why",
        arguments: [
            (.missing, "has no bulk conversion"), (.forbidden, "Permission denied"),
            (.locked, "did not begin"), (.silent, "no sensor answered"),
        ] as [(DS18B20FakeFiles.Bulk, String)])
    func fallBack(_ bulk: DS18B20FakeFiles.Bulk, _ why: String) {
        _ = read(3)
        files.change { state in
            state.bulk = bulk
            for id in state.chips.keys { state.chips[id]?.celsius += 1 }
        }
        let seen = read(3)
        // Not the values of before, though the kernel may offer them as a result.
        #expect(seen.map(\.celsius) == [11, 21, 31])
        #expect(seen.allSatisfy { $0.why?.contains(why) == true })
        #expect(files.change { $0.conversions } == 4)
    }

    @Test("where one is asked when it is done nobody converts in bulk, which goes by time alone")
    func polled() {
        // A clone that needs 375 ms, of which the kernel knows nothing.
        files.change { state in
            state.chips["28-00000000000b"]?.bits = 11
            state.chips["28-00000000000b"]?.features = 2
        }
        let seen = read(3)
        #expect(seen.map(\.celsius) == [10, 20, 30])
        #expect(seen.allSatisfy { $0.why?.contains("asked when it is done") == true })
    }

    @Test("a sensor that is gone does not cost the others their readings")
    func oneGone() {
        files.change { $0.chips["28-00000000000b"]?.isAnswering = false }
        #expect(read(3).map(\.celsius) == [10, nil, 30])
    }
}

struct DS18B20SensorConfigurationTests {
    private let sensor = DS18B20.Sensor(id: "28-00000000000a", bus: DS18B20FakeFiles.bus)
    private let files = DS18B20FakeFiles(["28-00000000000a": .celsius(10, bits: 12)])

    private func chip() -> DS18B20FakeFiles.Chip? {
        files.change { [sensor] in $0.chips[sensor.id] }
    }

    private func apply(
        bits: Int = 9, conversionTime: Duration? = nil, polls: Bool = false
    ) throws {
        try DS18B20.SensorConfiguration(
            resolutionBits: bits, conversionTime: conversionTime, pollsCompletion: polls
        ).apply(to: sensor, files)
    }

    @Test("resolution, conversion time and polling are set, in the order in which they last")
    func sets() throws {
        try apply(bits: 10, conversionTime: .milliseconds(400), polls: true)
        #expect(chip()?.bits == 10)
        #expect(chip()?.conversionTime == 400)
        #expect(chip()?.features == 2)
    }

    @Test("what is not asked for is left alone")
    func leaves() throws {
        try apply(bits: 12, conversionTime: .milliseconds(800))
        #expect(chip()?.conversionTime == 800)
        #expect(chip()?.features == 0)
    }

    @Test("the kernel measures the conversion, and waits no shorter than the data sheet says")
    func measures() throws {
        // 94 ms are over at the third look, after 96 ms; a fifth is added for safety.
        try apply(bits: 9)
        #expect(chip()?.waits == 115)
        // A clone in a hurry is not hurried: the next one in its place may be none.
        files.change { [sensor] in $0.chips[sensor.id]?.takes = 20 }
        try apply(bits: 9)
        #expect(chip()?.conversionTime == nil)
    }

    @Test("a clone is waited for, also one that refuses the resolution", arguments: [false, true])
    func slowClone(isFixed: Bool) {
        files.change { [sensor] state in
            state.chips[sensor.id]?.takes = 1000
            state.chips[sensor.id]?.isFixed = isFixed
        }
        #expect(((try? apply()) == nil) == isFixed)
        #expect(chip().map { $0.waits >= 1000 } == true)
    }

    @Test(
        "where a conversion cannot be measured the kernel goes by the data sheet, and all is well")
    func parasitic() throws {
        files.change { [sensor] in $0.chips[sensor.id]?.isParasitic = true }
        try apply(bits: 10)
        #expect(chip()?.waits == 190)
    }

    @Test("a clone that knows one resolution only is an error that says so")
    func clone() throws {
        files.change { [sensor] in $0.chips[sensor.id]?.isFixed = true }
        #expect(throws: DeviceError.self) { try apply() }
        #expect(chip()?.bits == 12)
    }

    @Test("the kernel learns how long to wait even where nothing can be set")
    func learns() {
        files.change { [sensor] state in
            state.chips[sensor.id]?.isFixed = true
            state.chips[sensor.id]?.isParasitic = true
            state.chips[sensor.id]?.believedBits = 9
        }
        #expect(throws: DeviceError.self) { try apply() }
        #expect(chip()?.waits == 750)
    }
}

struct DS18B20PollScheduleTests {
    private let start = Instant(nanoseconds: 1_000_000_000)

    private func at(_ seconds: Double) -> Instant {
        start + .milliseconds(Int64(seconds * 1000))
    }

    @Test("the first time is at once, then every interval, by the grid")
    func grid() {
        var schedule = DS18B20.PollSchedule()
        schedule.add(1, every: .seconds(10), at: start)
        #expect(schedule.takeDue(at: start) == [1])
        #expect(schedule.takeDue(at: at(4)) == [])
        #expect(schedule.nextDue == at(10))
        // Served late, the next is not later for it.
        #expect(schedule.takeDue(at: at(12)) == [1])
        #expect(schedule.nextDue == at(20))
    }

    @Test("times that were missed are skipped, not made up for")
    func missed() {
        var schedule = DS18B20.PollSchedule()
        schedule.add(1, every: .seconds(10), at: start)
        _ = schedule.takeDue(at: start)
        #expect(schedule.takeDue(at: at(75)) == [1])
        #expect(schedule.takeDue(at: at(75)) == [])
    }

    @Test("two of one interval fall into step, whenever the second started", arguments: 0...100)
    func step(_ tenths: Int) {
        var schedule = DS18B20.PollSchedule()
        schedule.add(1, every: .seconds(10), at: start)
        _ = schedule.takeDue(at: start)
        let late = at(Double(tenths) / 10)
        schedule.add(2, every: .seconds(10), at: late)
        var last: [Int] = []
        var now = late
        for _ in 0..<3 {
            last = schedule.takeDue(at: now)
            guard let next = schedule.nextDue else { break }
            now = next
        }
        #expect(last == [1, 2])
    }

    @Test("a quick one does not drag a slow one along each time")
    func slow() {
        var schedule = DS18B20.PollSchedule()
        schedule.add(1, every: .seconds(1), at: start)
        schedule.add(2, every: .seconds(60), at: start)
        var slow = 0
        for second in 0..<120 where schedule.takeDue(at: at(Double(second))).contains(2) {
            slow += 1
        }
        // At 0 s and at 60 s.
        #expect(slow == 2)
    }

    @Test("who has left is not called any more")
    func leaves() {
        var schedule = DS18B20.PollSchedule()
        schedule.add(1, every: .seconds(10), at: start)
        schedule.remove(1)
        #expect(schedule.takeDue(at: start) == [])
        #expect(schedule.nextDue == nil)
    }
}
