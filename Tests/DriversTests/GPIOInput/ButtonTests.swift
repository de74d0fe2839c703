import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

@Suite("The driver gpio-input on a button")
struct ButtonTests {
    private let root: TemporaryDirectory
    private let bench: DriverBench<GPIOInput>
    private let queue: EventQueue<ButtonPress>

    init() throws {
        root = try TemporaryDirectory()
        try root.makeSysfsLine(17)
        bench = DriverBench(root: root.path)
        queue = bench.connections.events(GPIOInput.presses).connect()
    }

    private func start(_ more: [String: JSONValue] = [:]) throws -> any Driver {
        let settings: [String: JSONValue] = ["line": "sysfs:17", "mode": "button", "poll": "10ms"]
        return try bench.start(.object(settings.merging(more) { $1 }))
    }

    /// Holds the button for a while and then leaves it alone for another.
    private func press(_ milliseconds: Int64, then pause: Int64 = 1000) throws {
        try root.setSysfsLine(17, isActive: true)
        bench.clock.advance(by: .milliseconds(milliseconds))
        try root.setSysfsLine(17, isActive: false)
        bench.clock.advance(by: .milliseconds(pause))
    }

    private var told: [ButtonPress] { queue.drain(at: bench.clock.now).map(\.value) }

    @Test("tells each press, long press and double press once, to every policy that is connected")
    func presses() throws {
        let other = bench.connections.events(GPIOInput.presses).connect()
        let driver = try start()
        defer { driver.close() }
        try press(100)
        #expect(told == [.press])
        try press(2000)
        #expect(told == [.longPress])
        try press(100, then: 100)
        try press(100)
        #expect(told == [.doublePress])
        let all = other.drain(at: bench.clock.now)
        #expect(all.map(\.value) == [.press, .longPress, .doublePress])
        #expect(all.first?.origin == EventOrigin("driver test"))
        let diagnostics = driver.diagnostics(at: bench.clock.now)
        #expect(diagnostics.contains(Diagnostic("presses", ["contact": 3])))
        #expect(diagnostics.contains(Diagnostic("last_press", ["contact": "double-press"])))
    }

    @Test(
        "a long press is told while it is held, by the settings' time, and gives its contact, too")
    func held() throws {
        let driver = try start(["long_press": "2s"])
        defer { driver.close() }
        try root.setSysfsLine(17, isActive: true)
        bench.clock.advance(by: .milliseconds(2000))
        #expect(told == [])
        #expect(bench.sample(GPIOInput.contact).good?.isActive == true)
        bench.clock.advance(by: .milliseconds(100))
        #expect(told == [.longPress])
    }

    @Test("a press is told when the button is let go, where there is no double press")
    func single() throws {
        let driver = try start(["double_press": "0s"])
        defer { driver.close() }
        try press(100, then: 50)
        #expect(told == [.press])
    }

    @Test("a button that is held when the driver starts is not pressed")
    func heldAtStart() throws {
        try root.setSysfsLine(17, isActive: true)
        let driver = try start()
        defer { driver.close() }
        try press(5000)
        #expect(told == [])
        try press(100)
        #expect(told == [.press])
    }

    @Test("what a policy did not take within 10 s is not handed out any more")
    func expires() throws {
        let driver = try start(["double_press": "0s"])
        defer { driver.close() }
        try press(100, then: 9900)
        try press(100, then: 200)
        #expect(told == [.press])
    }

    @Test("a policy that takes none is told of in the log, and costs no memory")
    func full() throws {
        let driver = try start(["double_press": "0s"])
        defer { driver.close() }
        for _ in 0..<40 { try press(50, then: 50) }
        #expect(queue.refusedCount == 8)
        #expect(
            bench.log.lines.contains {
                $0 == "warning test: a policy does not take its events: press is lost"
            })
    }

    @Test("a press that the kernel may have lost the end of becomes no long press")
    func droppedEdges() {
        let now = bench.clock.now
        var publisher = GPIOInput.ButtonPublisher(
            Source(), bench.connections.events(GPIOInput.presses), bench.context(), .init(),
            isActive: false)
        publisher.receive(Contact(isActive: true, changes: 1, changedAt: now), at: now)
        publisher.recordDroppedEdges(at: now + .milliseconds(10))
        #expect(publisher.deadline == nil)
        publisher.settle(at: now + .seconds(5))
        publisher.receive(
            Contact(isActive: false, changes: 4, changedAt: now + .seconds(5)),
            at: now + .seconds(5))
        publisher.settle(at: now + .seconds(6))
        #expect(queue.drain(at: now + .seconds(6)).isEmpty)
    }

    @Test(
        "settings that cannot be meant are refused with their place",
        arguments: [
            (["line": "GPIO17", "long_press": "1s"], "long_press"),
            (["line": "GPIO17", "mode": "button", "rate_over": "1min"], "rate_over"),
            (["mode": "button", "lines": ["a": "GPIO17", "a-presses": "GPIO18"]], "lines"),
        ] as [(json: JSONValue, key: String)])
    func settings(json: JSONValue, key: String) {
        #expect(bench.settingsError(json)?.hasPrefix("drivers.test.\(key): ") == true)
    }

    @Test("each of several buttons has its contact and its presses")
    func several() throws {
        let settings = try bench.settings([
            "mode": "button", "lines": ["up": "GPIO17", "down": "GPIO18"],
        ])
        let ports = GPIOInput.ports(for: settings)
        #expect(ports.map(\.name) == ["down", "down-presses", "up", "up-presses"])
        #expect(ports.map(\.flow) == [.state, .eventsOut, .state, .eventsOut])
    }
}
