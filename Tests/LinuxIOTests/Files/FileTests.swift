import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct BoundedFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("a file up to the limit is read whole, one beyond it not at all") func limit() throws {
        try directory.write("file", "12345678")
        let path = "\(directory.path)/file"
        #expect(try readFile(path, atMost: 8) == Array("12345678".utf8))
        #expect(code(path, atMost: 7) == EFBIG)
        try directory.write("empty", "")
        #expect(try readFile("\(directory.path)/empty", atMost: 0) == [])
    }

    @Test("a large file comes out as it went in") func large() throws {
        let text = String(repeating: "0123456789abcdef", count: 10_000)
        try directory.write("large", text)
        #expect(try readFile("\(directory.path)/large", atMost: 1 << 20) == Array(text.utf8))
    }

    @Test("an endless file, a directory and none at all are told apart") func odd() {
        #expect(code("/dev/zero", atMost: 1 << 20) == EFBIG)
        #expect(code(directory.path, atMost: 10) == EISDIR)
        #expect(code("\(directory.path)/none", atMost: 10) == ENOENT)
    }

    @Test("a pipe that nobody writes to does not hang the reader") func pipe() throws {
        let path = "\(directory.path)/fifo"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try readFile(path, atMost: 10) == [])
    }

    /// The error number with which reading fails.
    private func code(_ path: String, atMost limit: Int) -> Int32? {
        do throws(IOError) {
            _ = try readFile(path, atMost: limit)
            return nil
        } catch {
            return error.code
        }
    }
}

@Suite struct DirectoryLockTests {
    @Test("one holder at a time, and the next one when it lets go") func exclusive() throws {
        let directory = try TemporaryDirectory()
        var first: DirectoryLock? = try DirectoryLock(directory.path)
        let error = thrownError(IOError.self) { try DirectoryLock(directory.path) }
        #expect(error?.code == EWOULDBLOCK)
        #expect(first != nil)
        first = nil
        _ = try DirectoryLock(directory.path)
    }

    @Test("only a directory can be locked") func noDirectory() throws {
        let directory = try TemporaryDirectory()
        try directory.write("file", "")
        #expect(throws: IOError.self) { try DirectoryLock("\(directory.path)/file") }
        #expect(throws: IOError.self) { try DirectoryLock("\(directory.path)/none") }
    }
}

@Suite struct IOErrorTests {
    @Test("an error names the call, its subject and the reason") func text() {
        let error = IOError(call: "open", subject: "/dev/x", code: ENOENT)
        #expect(error.description == "open /dev/x: No such file or directory")
        #expect(IOError(call: "read", code: EIO).description == "read: Input/output error")
    }

    @Test("a call that a signal interrupts is made again, and -1 is an error with its number")
    func systemCalls() throws {
        var attempts = 0
        let result: Int32 = try systemCall("test") {
            attempts += 1
            errno = EINTR
            return attempts < 3 ? -1 : 7
        }
        #expect(result == 7)
        #expect(attempts == 3)
        let again: Int32? = try nonBlockingCall("test") {
            errno = EAGAIN
            return -1
        }
        #expect(again == nil)
        let error = thrownError(IOError.self) {
            try nonBlockingCall("test", "it") { () -> Int32 in
                errno = EACCES
                return -1
            }
        }
        #expect(error == IOError(call: "test", subject: "it", code: EACCES))
    }
}
