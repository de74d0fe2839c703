import Core
import JSON
import TestSupport
import Testing
import Values

@testable import Drivers

/// The driver on a real terminal device of the kernel, which a wrong mode would have eat STX and ETX.
struct RFIDReaderDriverTests {
    private let bench = DriverBench<RFIDReader>()
    private let queue: EventQueue<TagID>

    init() {
        queue = bench.connections.events(RFIDReader.sights).connect()
    }

    private var presence: Sample<TagPresence> { bench.sample(RFIDReader.tag) }
    private var told: [String] { queue.drain(at: bench.clock.now).map { "\($0.value)" } }

    private func start(_ terminal: PseudoTerminal) throws -> any Driver {
        let driver = try bench.start(["device": .string(terminal.path)])
        bench.clock.advance(by: .zero)
        return driver
    }

    private func hears(_ tag: String) -> Bool {
        eventually { presence.good?.tag == TagID(tag) }
    }

    @Test("tags arrive byte for byte, as a state and as an event, and are gone after two seconds")
    func publishes() throws {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        defer { driver.close() }
        #expect(presence.good == .none(since: bench.clock.now))
        for (tag, frame) in TagFrames.all {
            terminal.send(frame)
            #expect(hears(tag))
        }
        #expect(told.prefix(2) == ["01 0006547886", "10 0008844356"])
        bench.clock.advance(by: .milliseconds(1999))
        #expect(presence.good?.tag != nil)
        bench.clock.advance(by: .milliseconds(1))
        #expect(presence.good == .none(since: bench.clock.now))
        #expect(driver.diagnostics(at: bench.clock.now).contains(Diagnostic("discarded_bytes", 0)))
    }

    @Test("a sight that no policy has taken within ten seconds is none any more") func late() throws
    {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        defer { driver.close() }
        terminal.send(TagFrames.a)
        #expect(hears("276098100000010"))
        bench.clock.advance(by: .seconds(11))
        #expect(told == [])
    }

    @Test("no tag for hours is no fault: it is said again every second, by one timer") func idles()
        throws
    {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        defer { driver.close() }
        bench.clock.advance(by: .seconds(7200))
        #expect(presence.good?.tag == nil && presence.quality == .good)
        #expect(presence.age(at: bench.clock.now) <= .seconds(1))
        #expect(bench.clock.pendingCount == 1)
    }

    @Test("a pulled plug is absence, said once, and nobody takes it for an empty tunnel")
    func unplugged() throws {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        terminal.send(TagFrames.a)
        #expect(hears("276098100000010"))
        terminal.hangUp()
        #expect(eventually { !bench.reportedFaults.isEmpty })
        #expect(bench.reportedFaults.map(\.kind) == [.absent])
        #expect(presence.value == nil)
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("what is no tag at all makes the tag absent, with the reason, and the driver goes on")
    func garbage() throws {
        let terminal = try PseudoTerminal()
        let driver = try start(terminal)
        defer { driver.close() }
        terminal.send([UInt8](repeating: 0xF8, count: 100))
        #expect(eventually { presence.quality.reason?.contains("really 9600 baud") == true })
        terminal.send(TagFrames.b)
        #expect(hears("276098100000026"))
        #expect(bench.reportedFaults.isEmpty)
    }

    @Test("a port that another driver has is busy, and there are no two drivers for one port")
    func claims() throws {
        let terminal = try PseudoTerminal()
        let owner = try start(terminal)
        defer { owner.close() }
        #expect(thrownError(DeviceError.self) { try start(terminal) }?.kind == .busy)
        let claims = try ["serial0", "/dev/serial0"].map {
            RFIDReader.claims(try bench.settings(["device": .string($0)]))
        }
        #expect(claims[0] == claims[1])
        #expect(claims[0] == [Claim(.serialPort, "serial0", key: "device")])
    }
}
