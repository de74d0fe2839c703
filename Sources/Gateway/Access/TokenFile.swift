import Core
import Glibc
import LinuxIO
import Values

/// The file with the tokens, which commands and the gateway change.
package struct TokenFile: Sendable {
    package static let usualPath = "/var/lib/roost-gateway/tokens.json"
    static let maxBytes = 1 << 16

    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The tokens; none where there is no file.
    package func read() throws(PlainError) -> TokenBook {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try readFile(path, atMost: Self.maxBytes)
        } catch {
            guard error.isAbsence else { throw PlainError("\(error)") }
            return TokenBook()
        }
        return try TokenBook(bytes)
    }

    /// Changes the tokens, with nobody else doing so meanwhile.
    ///
    /// - Throws: why not; then the file is as it was.
    package func change<Result>(
        _ body: (inout TokenBook) throws(PlainError) -> Result
    ) throws(PlainError) -> Result {
        let lock = try locked()
        defer { withExtendedLifetime(lock) {} }
        var book = try read()
        let result = try body(&book)
        try mapped(to: PlainError.init) { () throws(IOError) in
            try replaceFile(at: path, with: book.bytes, mode: 0o600)
        }
        // It has the hash of a token that was taken away.
        unlink(path + ".before")
        return result
    }

    private func locked() throws(PlainError) -> FileDescriptor {
        let lock = path + ".lock"
        do throws(IOError) {
            let descriptor = try FileDescriptor(open: lock, O_RDWR | O_CREAT)
            try descriptor.lock(lock)
            return descriptor
        } catch {
            let isTaken = error.code == EWOULDBLOCK
            throw PlainError(
                isTaken ? "somebody else changes the tokens at this moment; try again" : "\(error)"
            )
        }
    }
}
