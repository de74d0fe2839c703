import Core
import Dispatch
import DriverKit
import Glibc
import Synchronization
import TestSupport
import Testing
import Values

struct DeviceQueueTests {
    private let queue = DeviceQueue("bus 1")
    private let gate = Gate()

    private func ask(atMost limit: Duration = .seconds(10)) -> DeviceError? {
        let gate = gate
        return thrownError(DeviceError.self) {
            try queue.call(atMost: limit) { () throws(DeviceError) in gate.pass() }
        }
    }

    @Test("a call gives what the device gives, or throws what it throws")
    func calls() throws {
        #expect(try queue.call(atMost: .seconds(10)) { () throws(DeviceError) in 42 } == 42)
        let fault = thrownError(DeviceError.self) {
            try queue.call(atMost: .seconds(10)) { () throws(DeviceError) -> Int in
                throw DeviceError(.corrupt, "nonsense")
            }
        }
        #expect(fault == DeviceError(.corrupt, "nonsense"))
    }

    @Test("a call that hangs is given up, nobody makes another, and all is well when it returns")
    func hangs() {
        gate.close()
        #expect(ask(atMost: .milliseconds(20))?.kind == .timeout)
        #expect(gate.waitingCount == 1)
        // At once, and without another thread that hangs.
        for _ in 0..<10 { #expect(ask()?.message.contains("bus 1 does not return") == true) }
        #expect(gate.waitingCount == 1)
        gate.open()
        #expect(eventually { ask() == nil })
    }

    @Test("two who use one device do not get into each other's calls")
    func shared() {
        let inside = Atomic(0)
        let overlaps = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        for user in 0...1 {
            DispatchQueue(label: "user \(user)").async { [queue] in
                for _ in 0..<500 {
                    _ = try? queue.call(atMost: .seconds(10)) { () throws(DeviceError) in
                        if inside.add(1, ordering: .relaxed).newValue > 1 {
                            overlaps.add(1, ordering: .relaxed)
                        }
                        // Whoever else uses the device has its chance in the middle of a call.
                        sched_yield()
                        inside.subtract(1, ordering: .relaxed)
                    }
                }
                done.signal()
            }
        }
        for _ in 0...1 { done.wait() }
        #expect(overlaps.load(ordering: .relaxed) == 0)
    }

    @Test("what has waited for too long behind others is never begun")
    func waitsInLine() throws {
        gate.close()
        let first = AbandonableCall { ask() }
        #expect(eventually { gate.waitingCount == 1 })
        let fault = thrownError(DeviceError.self) {
            try queue.call(atMost: .milliseconds(20)) { () throws(DeviceError) in
                Issue.record("asked although nobody waits any more")
            }
        }
        #expect(fault?.message.contains("busy") == true)
        gate.open()
        #expect(first.value(within: .seconds(10)) == .some(nil))
        #expect(ask() == nil)
    }
}
