import Devices
import Glibc
import LinuxIO
import Testing

@testable import Drivers

@Suite("A failed system call as a fault")
struct FaultTests {
    private func fault(_ code: Int32) -> Fault {
        Fault(IOError(call: "open", subject: "/dev/ttyUSB0", code: code))
    }

    @Test(
        "is of the kind that decides what the supervisor does about it",
        arguments: [
            (ENODEV, .absent), (ENXIO, .absent), (EREMOTEIO, .absent), (EBUSY, .busy),
            (EADDRINUSE, .busy), (EACCES, .refused), (EPERM, .refused), (EROFS, .refused),
            (ENOTUNIQ, .refused), (EBADMSG, .corrupt), (ETIMEDOUT, .timeout), (EINVAL, .other),
        ] as [(Int32, Fault.Kind)])
    func kinds(_ code: Int32, _ kind: Fault.Kind) {
        #expect(fault(code).kind == kind)
        #expect(fault(code).message.contains("/dev/ttyUSB0"))
    }

    /// A file's mode refuses with EACCES, the device list of a unit with EPERM
    /// (Documentation/admin-guide/cgroup-v1/devices.rst).
    @Test("for want of a permission names what may be missing")
    func advice() {
        #expect(fault(EACCES).message.contains("group"))
        #expect(!fault(EACCES).message.contains("DeviceAllow="))
        #expect(fault(EPERM).message.contains("DeviceAllow="))
    }
}
