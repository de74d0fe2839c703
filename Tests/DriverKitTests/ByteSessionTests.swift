import Core
import DriverKit
import Glibc
import JSON
import LinuxIO
import Settings
import Synchronization
import TestSupport
import Testing
import Values

/// Over a pair of sockets: what gpsd and serial receivers have in common.
@Suite("A driver that carries on a conversation")
struct ByteSessionTests {
    private let bench = DriverBench<TestTalk>()
    private let peer: FileDescriptor
    private let stream: TestStream
    private let driver: any Driver

    init() throws {
        let (ours, theirs) = try FileDescriptor.pair()
        peer = theirs
        stream = TestStream(ours)
        driver = TestTalk.start(
            stream, EchoSession(at: bench.clock.now), try bench.settings([:]), bench.context())
    }

    private var heard: String? { bench.sample(TestTalk.word).good?.text }

    private func say(_ text: String) throws {
        try peer.write(Array(text.utf8))
    }

    @Test("takes the bytes as they come, and publishes and sends what the session says")
    func talks() throws {
        try say("he")
        try say("llo")
        #expect(eventually { heard?.hasSuffix("llo") == true })
        var echo = ""
        #expect(
            eventually {
                echo += String(decoding: (try? peer.read(atMost: 64)) ?? [], as: UTF8.self)
                return echo == "hello"
            })
        driver.close()
    }

    @Test("gives the session the time when it wants it, with one timer")
    func ticks() {
        bench.clock.advance(by: .milliseconds(999))
        #expect(heard == nil)
        bench.clock.advance(by: .milliseconds(1))
        #expect(heard == "tick")
        #expect(bench.clock.pendingCount == 1)
        driver.close()
        #expect(bench.clock.pendingCount == 0)
    }

    @Test("an end from the other side is one fault, takes the values away and leaves no timer")
    func ends() throws {
        bench.clock.advance(by: .seconds(1))
        #expect(shutdown(peer.number, Int32(SHUT_WR)) == 0)
        #expect(eventually { !bench.reportedFaults.isEmpty })
        bench.clock.advance(by: .seconds(9))
        #expect(bench.reportedFaults == [DeviceError(.absent, "the other side hung up")])
        #expect(heard == nil)
        #expect(bench.clock.pendingCount == 0)
        driver.close()
        #expect(stream.isReleased)
    }

    @Test("what the session calls a failure is one")
    func fails() throws {
        try say("!")
        #expect(eventually { bench.reportedFaults == [DeviceError(.refused, "shouting")] })
        driver.close()
    }

    @Test("closed, it publishes nothing more and has let go of the stream")
    func closes() throws {
        driver.close()
        #expect(stream.isReleased)
        try say("hello")
        bench.clock.advance(by: .seconds(5))
        #expect(bench.connections.source(TestTalk.word).count == 0)
        #expect(bench.reportedFaults.isEmpty)
    }
}

// MARK: - The test's conversation

private struct Word: DeviceValue {
    static let kind = "word"
    let text: String
    var description: String { text }
}

private struct EchoSession: ByteSession {
    enum Action: Equatable, Sendable {
        case say(String)
        case send([UInt8])
        case fail
    }

    private(set) var nextWake: Instant

    init(at now: Instant) {
        nextWake = now + .seconds(1)
    }

    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Action] {
        let text = String(decoding: bytes, as: UTF8.self)
        return text == "!" ? [.fail] : [.say(text), .send(bytes)]
    }

    mutating func tick(at now: Instant) -> [Action] {
        nextWake = now + .seconds(1)
        return [.say("tick")]
    }

    mutating func ended(_ error: IOError?) -> DeviceError {
        DeviceError(.absent, error?.description ?? "the other side hung up")
    }
}

private enum TestTalk: ByteSessionPlugin {
    struct Settings: PluginSettings {
        init(_ read: SettingsReader) {}
    }

    static let name = "test-talk"
    static let summary = "For tests."
    static let word = Port<Word>("word", "What was said.")
    static let ports: [DriverPort] = [.source(word)]

    static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> (stream: any ByteStream, session: EchoSession) {
        throw DeviceError(.absent, "tests bring their own")
    }

    static func perform(
        _ action: EchoSession.Action, _ settings: Settings, _ outlet: inout SessionOutlet
    ) {
        let context = outlet.context
        switch action {
        case .say(let text):
            context.source(word).publish(Word(text: text), at: context.scheduler.now)
        case .send(let bytes): outlet.send(bytes)
        case .fail: outlet.fail(DeviceError(.refused, "shouting"))
        }
    }

    static func diagnostics(_ settings: Settings, _ session: EchoSession) -> [Diagnostic] { [] }
}

/// One end of a pair of sockets.
private final class TestStream: ByteStream {
    let descriptor: FileDescriptor
    private let released = Mutex(false)

    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
    }

    var isReleased: Bool { released.withLock { $0 } }

    func read(atMost capacity: Int) throws(IOError) -> [UInt8]? {
        do throws(IOError) {
            return try descriptor.read(atMost: capacity)
        } catch {
            if error.code == EAGAIN { return nil }
            throw error
        }
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(IOError) -> Int {
        try descriptor.write(Array(bytes))
        return bytes.count
    }

    func release() { released.withLock { $0 = true } }
}
