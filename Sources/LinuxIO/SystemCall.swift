import Glibc

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
