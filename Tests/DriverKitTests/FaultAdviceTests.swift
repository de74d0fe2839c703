import Glibc
import LinuxIO
import Testing
import Values

@testable import DriverKit

/// What a person reads when a device may not be used. Each of these has its own cure.
struct FaultAdviceTests {
    private func fault(_ code: Int32) -> DeviceError {
        DeviceError(IOError(call: "open", subject: "/dev/spidev0.1", code: code))
    }

    @Test("a file whose mode forbids it names the group")
    func forbidden() {
        #expect(fault(EACCES).kind == .refused)
        #expect(fault(EACCES).message.contains("device's group"))
    }

    @Test("what the service's sandbox forbids names the list that it must be on")
    func notListed() {
        #expect(fault(EPERM).kind == .refused)
        #expect(fault(EPERM).message.contains("DeviceAllow="))
    }

    @Test("what somebody else uses is busy, and that is said", arguments: [EBUSY, EADDRINUSE])
    func busy(code: Int32) {
        #expect(fault(code).kind == .busy)
        #expect(fault(code).message.contains("another program is using it"))
    }

    @Test("files that the service's sandbox makes read only name the setting that does")
    func readOnly() {
        #expect(fault(EROFS).kind == .refused)
        #expect(fault(EROFS).message.contains("ProtectKernelTunables="))
    }

    @Test(
        "a device that is not there, or went away, is absent",
        arguments: [ENOENT, ENODEV, ENXIO, EREMOTEIO])
    func absent(code: Int32) {
        #expect(fault(code).kind == .absent)
    }

    @Test(
        "any other failure is of the kind that says what to think of it",
        arguments: [
            (ENOTUNIQ, .refused), (EBADMSG, .corrupt), (EFBIG, .corrupt), (ETIMEDOUT, .timeout),
            (EINVAL, .other),
        ] as [(Int32, DeviceError.Kind)])
    func kinds(_ code: Int32, _ kind: DeviceError.Kind) {
        #expect(fault(code).kind == kind)
    }
}
