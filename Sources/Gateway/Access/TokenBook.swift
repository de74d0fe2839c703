import CommandKit
import Core
import JSON
import Settings
import Values

/// What somebody may do who has a token; each may what those before it may.
package enum Role: String, Codable, Comparable, Sendable, CaseIterable {
    /// See everything.
    case watch
    /// Ask policies and drivers for what a configuration lets them be asked for.
    case command
    /// Ask for what cannot be undone.
    case admin

    package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .watch: 0
        case .command: 1
        case .admin: 2
        }
    }
}

/// Who may use the gateway. The file has the hash of each token and never the token.
package struct TokenBook: Codable, Equatable, Sendable {
    package struct Entry: Codable, Equatable, Sendable {
        package let name: String
        package let role: Role
        let sha256: String
    }

    package private(set) var tokens: [Entry] = []

    package init() {}

    package init(_ bytes: [UInt8]) throws(PlainError) {
        guard let json = try? JSONValue(parsing: bytes), let book = try? json.decode(as: Self.self)
        else { throw PlainError("it is not what `roost token` writes") }
        self = book
    }

    package var bytes: [UInt8] {
        Array("\((JSONValue(encoding: self) ?? .null).line)\n".utf8)
    }

    /// Makes a token of 128 random bits for `name`. It is told here, and nowhere ever again.
    ///
    /// - Throws: that there is one of that name, or that it cannot be a name.
    package mutating func add(_ name: String, _ role: Role) throws(PlainError) -> String {
        try Self.checkName(name)
        guard !tokens.contains(where: { $0.name == name }) else {
            throw PlainError("there is a token \"\(name)\" already; remove it first")
        }
        var random = SystemRandomNumberGenerator()
        let token = hexText(of: (0..<16).map { _ in random.next() as UInt8 })
        tokens.append(Entry(name: name, role: role, sha256: SHA256.hex(of: token.utf8)))
        return token
    }

    static func checkName(_ name: String) throws(PlainError) {
        guard isPlainName(name), name.utf8.count <= 40 else {
            throw PlainError("a name of at most 40 characters: \(plainNameRule)")
        }
    }

    /// - Returns: whether there was one.
    package mutating func remove(_ name: String) -> Bool {
        let count = tokens.count
        tokens.removeAll { $0.name == name }
        return tokens.count < count
    }

    /// Whose token this is. It takes as long for a token that is nearly right as for any other: whole
    /// hashes are compared, all of them, and each to its end.
    func holder(of token: String) -> Entry? {
        let hash = Array(SHA256.hex(of: token.utf8).utf8)
        var found: Entry?
        for entry in tokens where areEqual(Array(entry.sha256.utf8), hash) { found = entry }
        return found
    }
}

/// It takes as long whichever byte is the first that differs.
func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}
