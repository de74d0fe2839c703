import Glibc
import LinuxIO
import TestSupport
import Testing

/// Root of a namespace without other users may not.
private let mayGiveAway =
    (try? TemporaryDirectory()).map { chown($0.path, 65534, 65534) == 0 } ?? false

/// Judged by the mode of a file: its owner's, its group's or the others' bit counts, the first that fits
/// (path_resolution(7)).
@Suite(.enabled(if: geteuid() == 0, "needs root, to give files to others"))
struct UserAccountTests {
    private let directory: TemporaryDirectory
    private let account: UserAccount

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("file", "")
        account = try #require(UserAccount("nobody", inGroups: ["dialout"]))
    }

    @Test(
        "a user may write by the owner's, the group's or the others' bit",
        .enabled(if: mayGiveAway, "this root may give nothing to others"),
        arguments: [
            ("nobody", "root", 0o600, true), ("nobody", "root", 0o066, false),
            ("root", "nogroup", 0o620, true), ("root", "nogroup", 0o602, false),
            ("root", "dialout", 0o660, true), ("root", "root", 0o660, false),
            ("root", "root", 0o602, true), ("root", "dialout", 0o640, false),
        ] as [(String, String, mode_t, Bool)])
    func writes(owner: String, group: String, mode: mode_t, mayWrite: Bool) throws {
        let path = "\(directory.path)/file"
        let (uid, gid) = try (
            #require(getpwnam(owner)).pointee.pw_uid, #require(getgrnam(group)).pointee.gr_gid
        )
        chown(path, uid, gid)
        chmod(path, mode)
        #expect(try account.mayWrite(path) == mayWrite)
        #expect(UserAccount.group(of: path) == group)
        #expect(try UserAccount.current.mayWrite(path))
    }

    @Test("a file that is not there is said to be absent") func absent() {
        let error = thrownError(IOError.self) { try account.mayWrite("\(directory.path)/none") }
        #expect(error?.code == ENOENT)
    }

    @Test("a user that is not there is none") func unknown() {
        #expect(UserAccount("no-such-user") == nil)
        #expect(!UserAccount.hasGroup("no-such-group"))
    }
}
