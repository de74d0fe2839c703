import Core
import Glibc
import TestSupport
import Testing

@testable import Gateway

@Suite struct PairingTests {
    private let directory: TemporaryDirectory
    private let tokens: TokenFile
    private let pairing: Pairing

    init() throws {
        directory = try TemporaryDirectory()
        tokens = TokenFile("\(directory.path)/tokens.json")
        pairing = try Pairing("kitchen", .command)
    }

    /// Another one, whatever the code is.
    private var wrong: String { pairing.code == "000000" ? "000001" : "000000" }

    @Test("the code that is shown makes one token, of the name and role that were shown")
    func once() throws {
        let shown = try ShownPairing(pairing, beside: tokens)
        let desk = Desk(tokens)
        #expect(pairing.code.utf8.count == 6 && !shown.isOver)
        let (token, made) = try desk.desk.token(for: pairing.code)
        #expect(made == pairing && shown.isOver)
        let holder = try tokens.read().holder(of: token)
        #expect(holder?.name == "kitchen" && holder?.role == .command)
        #expect(desk.refusal(of: pairing.code) == 403)
        #expect(try tokens.read().tokens.count == 1)
    }

    @Test("the fifth wrong code is the last, and another showing has tries of its own")
    func tries() throws {
        let desk = Desk(tokens)
        let shown = try ShownPairing(pairing, beside: tokens)
        for _ in 0..<4 {
            #expect(desk.refusal(of: wrong) == 401)
            #expect(!shown.isOver)
        }
        #expect(desk.refusal(of: wrong) == 401)
        #expect(shown.isOver)
        #expect(desk.refusal(of: pairing.code) == 403)
        let other = try Pairing("kitchen", .command)
        let again = try ShownPairing(other, beside: tokens)
        #expect(desk.refusal(of: other.code) == nil && again.isOver)
    }

    @Test("a code is good only while the command that shows it runs") func ended() throws {
        let desk = Desk(tokens)
        var shown: ShownPairing? = try ShownPairing(pairing, beside: tokens)
        #expect(thrownError(PlainError.self) { try ShownPairing(pairing, beside: tokens) } != nil)
        _ = shown
        shown = nil
        #expect(desk.refusal(of: pairing.code) == 403)
        // What a killed command leaves: a file that nobody has locked.
        try directory.write(
            "tokens.json.pairing",
            #"{"id": "1", "name": "kitchen", "role": "admin", "code": "\#(pairing.code)"}"#)
        #expect(desk.refusal(of: pairing.code) == 403)
        #expect(try tokens.read().tokens.isEmpty)
    }

    @Test("where no token can be made the code is good still") func disk() throws {
        let desk = Desk(tokens)
        let shown = try ShownPairing(pairing, beside: tokens)
        try directory.write("tokens.json", "damaged")
        #expect(desk.refusal(of: pairing.code) == 503)
        #expect(!shown.isOver)
        unlink(tokens.path)
        #expect(desk.refusal(of: pairing.code) == nil)
    }

    @Test("two that change the tokens at once do so one after the other") func changes() throws {
        let inner = try tokens.change { book throws(PlainError) in
            _ = try book.add("first", .watch)
            return thrownError(PlainError.self) {
                try tokens.change { book throws(PlainError) in _ = try book.add("second", .watch) }
            }
        }
        #expect(inner?.description.contains("at this moment") == true)
        #expect(try tokens.read().tokens.map(\.name) == ["first"])
    }
}

/// A desk that goes from one code to the next.
private final class Desk {
    var desk: PairingDesk

    init(_ tokens: TokenFile) {
        desk = PairingDesk(tokens)
    }

    /// The status; `nil` where it made a token.
    func refusal(of code: String) -> Int? {
        do throws(HTTPError) {
            _ = try desk.token(for: code)
            return nil
        } catch {
            return error.status
        }
    }
}
