import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite("A wait for the end of a reader")
struct ReadSourceTests {
    /// Half a second is what a driver may take to close.
    @Test("gives up after half a second when the handler hangs")
    func handlerHangs() throws {
        let gate = Gate()
        gate.putUp()
        defer { gate.remove() }
        let (told, telling) = try FileDescriptor.pair()
        let reading = ReadSource(told, name: "test") { gate.pass() }
        try telling.write([1])
        #expect(eventually { gate.waitingCount > 0 })
        let clock = ContinuousClock()
        let took = clock.measure { #expect(!reading.cancelAndWait()) }
        #expect(took >= .milliseconds(500))
        #expect(took < .milliseconds(900))
    }
}
