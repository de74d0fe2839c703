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

/// Makes a system call: repeats it after a signal, and turns -1 into a typed error.
@discardableResult
package func systemCall<Result: SignedInteger>(
    _ name: String, _ subject: String = "", _ body: () -> Result
) throws(IOError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw IOError(call: name, subject: subject, code: code) }
    }
}

/// Makes a call of a C shim, whose negative results are error numbers.
@discardableResult
func shimCall(
    _ name: String, _ subject: String = "", _ body: () -> Int32
) throws(IOError) -> Int32 {
    let result = body()
    // Not `-result`, which would trap for the one number that has no positive.
    guard result >= 0 else { throw IOError(call: name, subject: subject, code: 0 &- result) }
    return result
}

/// Like `systemCall`, but "try again later" (`EAGAIN`) is `nil` and not an error.
package func nonBlockingCall<Result: SignedInteger>(
    _ name: String, _ subject: String = "", _ body: () -> Result
) throws(IOError) -> Result? {
    do throws(IOError) {
        return try systemCall(name, subject, body)
    } catch {
        if error.code == EAGAIN || error.code == EWOULDBLOCK { return nil }
        throw error
    }
}
