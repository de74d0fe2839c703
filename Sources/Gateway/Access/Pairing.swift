import Core
import Glibc
import JSON
import LinuxIO
import Values

/// A token that waits for somebody who types in the code which `roost pair` shows.
package struct Pairing: Codable, Equatable, Sendable {
    /// Tells one showing from the next.
    let id: String
    package let name: String
    package let role: Role
    /// Six digits.
    package let code: String

    /// - Throws: that it cannot be a name.
    package init(_ name: String, _ role: Role) throws(PlainError) {
        try TokenBook.checkName(name)
        self.name = name
        self.role = role
        id = Self.digits(16)
        code = Self.digits(6)
    }

    private static func digits(_ count: Int) -> String {
        (0..<count).map { _ in "\(Int.random(in: 0...9))" }.joined()
    }
}

/// A pairing as `roost pair` shows it to the gateway: a file beside the tokens. It holds for as long as that command
/// runs and has the file locked, so none outlives it, whatever ends the command.
package final class ShownPairing {
    static func path(beside tokens: TokenFile) -> String { tokens.path + ".pairing" }

    private let path: String
    private let file: FileDescriptor

    /// - Throws: that another one is shown, or the failed call.
    package init(_ pairing: Pairing, beside tokens: TokenFile) throws(PlainError) {
        path = Self.path(beside: tokens)
        do throws(IOError) {
            file = try FileDescriptor(open: path, O_RDWR | O_CREAT)
            try file.lock(path)
            try systemCall("ftruncate", path) { ftruncate(file.number, 0) }
            try file.write(Array((JSONValue(encoding: pairing) ?? .null).line.utf8))
        } catch {
            let isTaken = error.code == EWOULDBLOCK
            throw PlainError(isTaken ? "another code is shown already" : "\(error)")
        }
    }

    deinit {
        if !isOver { unlink(path) }
    }

    /// Whether the gateway has ended it: somebody has typed in the code, or too many others.
    package var isOver: Bool {
        var status = stat()
        return fstat(file.number, &status) == 0 && status.st_nlink == 0
    }
}

/// Gives a token to whoever types in the code that is shown.
struct PairingDesk {
    /// Of a million codes so many may be tried, by everybody together; then there must be another one.
    static let maxTries = 20
    /// From one address: so who is alone there cannot keep the others from pairing.
    static let maxTriesOfAddress = 5

    static let maxBytes = 1024

    private let tokens: TokenFile
    /// The addresses of those who have tried the code that is shown.
    private var wrong: (id: String, addresses: [String]) = ("", [])

    init(_ tokens: TokenFile) {
        self.tokens = tokens
    }

    private var path: String { ShownPairing.path(beside: tokens) }

    /// - Returns: a token that was made for this.
    /// - Throws: 401 for another code than the one that is shown, and where none is shown, so that nobody learns when one
    ///   is; 429 for one address too often, 503 where no token can be made.
    mutating func token(
        for code: String, from address: String
    ) throws(HTTPError) -> (token: String, pairing: Pairing) {
        guard let pairing = shown else { throw Self.notTheCode }
        if wrong.id != pairing.id { wrong = (pairing.id, []) }
        guard wrong.addresses.count(where: { $0 == address }) < Self.maxTriesOfAddress else {
            throw HTTPError(
                429, "too many wrong codes came from \(address): roost pair shows a new one")
        }
        guard areEqual(Array(pairing.code.utf8), Array(code.utf8)) else {
            wrong.addresses.append(address)
            if wrong.addresses.count >= Self.maxTries { unlink(path) }
            throw Self.notTheCode
        }
        do throws(PlainError) {
            let token = try tokens.change { book throws(PlainError) in
                try book.add(pairing.name, pairing.role)
            }
            unlink(path)
            return (token, pairing)
        } catch {
            throw HTTPError(503, "no token was made: \(error)")
        }
    }

    /// The one that is shown now. A file that nobody has locked was left behind.
    private var shown: Pairing? {
        guard let file = try? FileDescriptor(open: path, O_RDONLY | O_NONBLOCK),
            file.isLockedByAnother, let bytes = try? file.read(atMost: Self.maxBytes)
        else { return nil }
        return try? JSONValue(parsing: bytes).decode(as: Pairing.self)
    }

    private static let notTheCode = HTTPError(
        401, "that is not a code that is shown: roost pair, at the Pi, shows one")
}
