import Core
import JSON
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Values

@testable import Drivers

/// With real threads and real time, for something hangs in earnest: an obstacle that stands in the
/// way of the lines.
@Suite("The driver gpio-input on lines that hang")
struct GPIOInputHangTests {
    private let bench = DriverBench<GPIOInput>()
    private let clock = DispatchScheduler()
    private let lines: HangingInputs
    private let driver: any Driver

    init() throws {
        lines = try HangingInputs()
        driver = try GPIOInput.watch(
            lines, bench.settings(["line": "GPIO17", "debounce": "50ms"]), bench.context(clock))
    }

    private var contact: Sample<Contact> {
        bench.connections.sample(GPIOInput.contact, at: clock.now)
    }

    /// Hangs at the reading of each second.
    private func hang() {
        lines.obstacle.close()
        #expect(eventually { lines.obstacle.waitingCount > 0 })
    }

    @Test("neither the status nor a stop waits for them; given back when they return")
    func nobodyWaits() {
        hang()
        let isDone = withTimeout(.seconds(5)) {
            _ = driver.diagnostics(at: clock.now)
            driver.makeSafe()
            #expect(driver.isSafe)
            driver.close()
        }
        #expect(isDone)
        #expect(!lines.isReleased)
        #expect(bench.log.lines.contains { $0.hasPrefix("error test: A: no answer") })
        let count = bench.connections.source(GPIOInput.contact).count
        lines.setLevel(true)
        lines.obstacle.open()
        #expect(eventually { lines.isReleased })
        #expect(bench.connections.source(GPIOInput.contact).count == count, "closed is closed")
    }

    @Test("an edge that came meanwhile counts when they return, with its own time")
    func edgeMeanwhile() throws {
        hang()
        let pressed = clock.now
        // A reading that began before the edge.
        try lines.tell(DigitalEdge(line: 0, isActive: true, nanoseconds: pressed.nanoseconds))
        lines.obstacle.open()
        #expect(eventually { contact.good?.isActive == true })
        #expect(contact.takenAt == pressed + .milliseconds(50))
        driver.close()
        #expect(lines.isReleased)
    }
}

/// One line with edges, whose level is read at the end of a call that may hang.
private final class HangingInputs: DigitalInputs {
    private struct State {
        var level = false
        var edges: [DigitalEdge] = []
        var isReleased = false
    }

    let obstacle = Gate()
    private let state = Mutex(State())
    private let ends: (told: FileDescriptor, telling: FileDescriptor)

    init() throws(IOError) {
        ends = try FileDescriptor.pair()
    }

    let locations = ["A"]
    let capabilities = DigitalInputCapabilities(
        interface: "a test's", debounces: false, countsDroppedEdges: false, queueLength: 16)
    let droppedEdges: UInt64? = nil
    var edgeDescriptors: [Int32] { [ends.told.number] }
    var isReleased: Bool { state.withLock { $0.isReleased } }

    func setLevel(_ isActive: Bool) { state.withLock { $0.level = isActive } }

    func tell(_ edge: DigitalEdge) throws(IOError) {
        state.withLock { state in
            state.edges.append(edge)
            state.level = edge.isActive
        }
        try ends.telling.write([1])
    }

    func levels() throws(IOError) -> [Bool] {
        obstacle.pass()
        return [state.withLock { $0.level }]
    }

    func nextEdges(of descriptor: Int) throws(IOError) -> [DigitalEdge] {
        _ = try? ends.told.read(atMost: 16)
        return state.withLock { state in
            defer { state.edges = [] }
            return state.edges
        }
    }

    func release() { state.withLock { $0.isReleased = true } }
}
