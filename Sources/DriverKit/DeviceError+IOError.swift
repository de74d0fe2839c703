import Glibc
import LinuxIO
import Values

extension DeviceError {
    /// A failed system call as the fault of a device, with advice where the error number has one.
    package init(_ error: IOError) {
        switch error.code {
        case _ where error.isAbsence:
            self.init(.absent, error.description)
        case EACCES:
            self.init(.refused, "\(error); is the service's user in the device's group?")
        case EPERM:
            // Not the file's mode: the sandbox of systemd.
            self.init(
                .refused,
                "\(error); does the unit's DeviceAllow= list the device, or its IPAddressAllow= "
                    + "the network?")
        case ENOTUNIQ:
            self.init(.refused, error.description)
        case EBUSY, EADDRINUSE:
            self.init(.busy, "\(error); another program is using it")
        case EROFS:
            self.init(.refused, "\(error); does the unit's ProtectKernelTunables= forbid it?")
        case EBADMSG, EFBIG:
            self.init(.corrupt, error.description)
        case ETIMEDOUT:
            self.init(.timeout, error.description)
        default:
            self.init(.other, error.description)
        }
    }

    /// A transfer to a chip failed that was opened.
    ///
    /// That nobody acknowledges (`EREMOTEIO` or `ENXIO`, by the bus's driver) may be a wire that is
    /// loose for a moment. The chip is not plainly gone, so this is a miss like any other.
    package init(transfer error: IOError, to chip: String) {
        guard [EREMOTEIO, ENXIO].contains(error.code) else {
            self.init(error)
            return
        }
        self.init(
            .timeout,
            "no chip answers at \(chip) (\(error)); are its power and its wires connected, and is "
                + "its address right (i2cdetect -y 1 lists who answers on bus 1)?")
    }
}
