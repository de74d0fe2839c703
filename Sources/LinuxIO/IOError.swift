import Glibc

/// A system call that failed: which one, on what, and the kernel's error number.
package struct IOError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call as in its manual page: "open".
    package let call: String
    /// The file or address it was about; empty when there is none.
    package let subject: String
    package let code: Int32

    package init(call: String, subject: String = "", code: Int32) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// The same error with the file it was about.
    package func about(_ path: String) -> IOError {
        IOError(call: call, subject: path, code: code)
    }

    package var description: String {
        let what = subject.isEmpty ? call : "\(call) \(subject)"
        return "\(what): \(reason)"
    }

    /// The kernel's error number in words: "Permission denied".
    package var reason: String { String(cString: strerror(code)) }

    /// Whether the thing is not there: no such file, no such device, nobody listening, no chip that
    /// answers on its bus (`EREMOTEIO` or `ENXIO`, by the bus's driver).
    package var isAbsence: Bool {
        [
            ENOENT, ENODEV, ENXIO, ENOTDIR, ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN,
            EHOSTDOWN, EADDRNOTAVAIL, EREMOTEIO,
        ].contains(code)
    }
}
