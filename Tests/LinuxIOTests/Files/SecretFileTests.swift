import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct SecretFileTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = "\(directory.path)/secret"
        try directory.write("secret", "tk_1\r\nmore\n")
    }

    private func code(_ path: String) -> Int32? {
        do throws(IOError) {
            _ = try readSecret(path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("the first line of a file that nobody else can read is read") func own() throws {
        chmod(path, 0o600)
        #expect(try readSecret(path) == Array("tk_1".utf8))
        chmod(path, 0o400)
        #expect(try readSecret(path) == Array("tk_1".utf8))
    }

    @Test(
        "one that others may read or write is refused",
        arguments: [0o644, 0o604, 0o602, 0o660, 0o620, 0o666] as [mode_t])
    func others(mode: mode_t) throws {
        chmod(path, mode)
        #expect(code(path) == EPERM)
    }

    @Test("its group may read it only where that is this user's own") func group() throws {
        chmod(path, 0o640)
        #expect(try readSecret(path) == Array("tk_1".utf8))
        guard geteuid() == 0 else { return }
        chown(path, 0, 4711)
        #expect(code(path) == EPERM)
        chown(path, 4711, 0)
        chmod(path, 0o600)
        #expect(code(path) == EPERM)
    }

    @Test("what is no plain file, too long or not there is refused, and nothing waits for it")
    func odd() throws {
        #expect(code(directory.path) == EPERM)
        #expect(code("/dev/zero") == EPERM)
        let pipe = "\(directory.path)/pipe"
        mkfifo(pipe, 0o600)
        #expect(code(pipe) == EPERM)
        #expect(code("\(directory.path)/nothing") == ENOENT)
        try directory.write("secret", String(repeating: "x", count: 1025))
        chmod(path, 0o600)
        #expect(code(path) == EFBIG)
    }
}
