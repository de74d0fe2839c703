import Glibc
import LinuxIO

/// Why a file with a secret was not read, with the commands that mend it where others may read it.
package func secretHelp(_ error: IOError, _ path: String) -> String {
    guard error.code == EPERM else { return "\(error)" }
    let user = UserAccount.name(of: geteuid())
    return "\(path) is not for \(user) alone: sudo chown \(user) \(path); sudo chmod 600 \(path)"
}
