import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("The driver gpio-input on a counter")
struct CounterTests {
    private let root: TemporaryDirectory
    private let bench: DriverBench<GPIOInput>

    init() throws {
        root = try TemporaryDirectory()
        try root.makeSysfsLine(17)
        bench = DriverBench(root: root.path)
    }

    private var count: Sample<Measurement> { bench.sample(GPIOInput.count) }
    private var rate: Sample<Measurement> { bench.sample(GPIOInput.rate) }

    private func start(_ more: [String: JSONValue] = [:]) throws -> any Driver {
        let settings: [String: JSONValue] = [
            "line": "sysfs:17", "mode": "counter", "poll": "5ms", "debounce": "10ms",
        ]
        return try bench.start(.object(settings.merging(more) { $1 }))
    }

    /// Pulses of half a period each.
    private func pulse(_ count: Int, every milliseconds: Int64) throws {
        for _ in 0..<count {
            for isActive in [true, false] {
                try root.setSysfsLine(17, isActive: isActive)
                bench.clock.advance(by: .milliseconds(milliseconds / 2))
            }
        }
    }

    @Test("counts each pulse once, and says how many come in a second after the time that is set")
    func counts() throws {
        let driver = try start(["rate_over": "2s"])
        defer { driver.close() }
        #expect(count.good == Measurement(.count, 0))
        try pulse(15, every: 100)
        #expect(rate.value == nil)
        try pulse(15, every: 100)
        bench.clock.advance(by: .milliseconds(100))
        #expect(count.good == Measurement(.count, 30))
        // 10 pulses a second; the window is up to a tenth longer, in which one pulse more can be.
        #expect(abs((rate.good?.value ?? 0) - 10) <= 1)
        bench.clock.advance(by: .seconds(4))
        #expect(rate.good == Measurement(.rate, 0))
        #expect(count.good == Measurement(.count, 30))
    }

    @Test("does not count bounces, nor a line that is active at the start")
    func bounces() throws {
        try root.setSysfsLine(17, isActive: true)
        let driver = try start()
        defer { driver.close() }
        try root.setSysfsLine(17, isActive: false)
        bench.clock.advance(by: .milliseconds(50))
        for _ in 0..<20 {
            try root.setSysfsLine(17, isActive: true)
            bench.clock.advance(by: .milliseconds(5))
            try root.setSysfsLine(17, isActive: false)
            bench.clock.advance(by: .milliseconds(5))
        }
        bench.clock.advance(by: .seconds(1))
        #expect(count.good == Measurement(.count, 0))
    }

    @Test("a quiet counter stays fresh, one that nobody looks at grows stale")
    func freshness() throws {
        let driver = try start()
        bench.clock.advance(by: .seconds(30))
        #expect(count.good != nil && rate.good != nil)
        driver.close()
        bench.clock.advance(by: .seconds(4))
        #expect(count.quality == .stale(limit: .seconds(3)))
    }

    @Test("a start begins to count at 0 again")
    func restart() throws {
        let first = try start()
        try pulse(3, every: 100)
        bench.clock.advance(by: .seconds(1))
        #expect(count.good == Measurement(.count, 3))
        first.close()
        let second = try start()
        defer { second.close() }
        #expect(count.good == Measurement(.count, 0))
    }

    @Test("while edges may have been lost, the numbers are doubtful; later they are good again")
    func droppedEdges() {
        let now = bench.clock.now
        let (count, rate) = (Source<Measurement>(), Source<Measurement>())
        var publisher = GPIOInput.CounterPublisher(
            count: count, rate: rate, over: .seconds(2), isActive: false, at: now)
        publisher.receive(Contact(isActive: true), at: now)
        publisher.recordDroppedEdges(at: now)
        publisher.settle(at: now + .seconds(2))
        for source in [count, rate] {
            #expect(
                source.latest(at: now + .seconds(2)).quality
                    == .doubtful("edges were lost: there were more"))
        }
        publisher.settle(at: now + .seconds(3))
        #expect(count.latest(at: now + .seconds(3)).good == Measurement(.count, 1))
    }

    @Test("the rate is a mean over its time, and costs the same whatever the time is")
    func rates() {
        let start = Instant(nanoseconds: 0)
        var counter = GPIOInput.PulseCounter(window: .seconds(600), at: start)
        var rates: [Double] = []
        // A pulse in each of 20 minutes, looked at each second.
        for second in 1...1200 {
            if second % 60 == 0 { counter.addPulse() }
            if let rate = counter.rate(at: start + .seconds(second)) { rates.append(rate) }
        }
        #expect(rates.count == 601)
        for rate in rates { #expect(abs(rate * 60 - 1) < 0.11) }
    }
}
