import Glibc
import TestSupport
import Testing

@testable import LinuxIO

@Suite("Asking for edges")
struct GPIOEdgesTests {
    /// Answers a request with edges and one without; `nil` grants it.
    private func ask(_ answers: [Bool: Int32]) -> (asked: [Bool], error: IOError?) {
        var asked: [Bool] = []
        let error = thrownError(IOError.self) {
            try preferringEdges { withEdges throws(IOError) in
                asked.append(withEdges)
                if let code = answers[withEdges] { throw IOError(call: "request", code: code) }
            }
        }
        return (asked, error)
    }

    @Test("is enough where they are told")
    func told() {
        #expect(ask([:]) == ([true], nil))
    }

    /// What gpiolib-cdev.c answers when a line has no interrupt: to version 2 and 1.
    @Test("is given up on a chip that has none to tell", arguments: [ENXIO, ENODEV])
    func notTold(code: Int32) {
        #expect(ask([true: code]) == ([true, false], nil))
    }

    @Test("finds a chip that is gone to be gone", arguments: [ENXIO, ENODEV])
    func gone(code: Int32) {
        let answer = ask([true: code, false: ENODEV])
        #expect(answer.asked == [true, false])
        #expect(answer.error?.code == ENODEV)
    }

    @Test("is not given up for other reasons", arguments: [EBUSY, EPERM, EINVAL])
    func others(code: Int32) {
        let answer = ask([true: code])
        #expect(answer.asked == [true])
        #expect(answer.error?.code == code)
    }
}
