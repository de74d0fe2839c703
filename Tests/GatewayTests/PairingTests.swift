import Core
import Glibc
import TestSupport
import Testing
import Values

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
        let (token, made) = try desk.desk.token(for: pairing.code, from: "10.0.0.7")
        #expect(made == pairing && shown.isOver)
        let holder = try tokens.read().holder(of: token)
        #expect(holder?.name == "kitchen" && holder?.role == .command)
        #expect(desk.refusal(of: pairing.code) == 401)
        #expect(try tokens.read().tokens.count == 1)
    }

    @Test("five wrong codes are the last of one address, and others can still pair")
    func tries() throws {
        let desk = Desk(tokens)
        let shown = try ShownPairing(pairing, beside: tokens)
        for _ in 0..<5 { #expect(desk.refusal(of: wrong) == 401) }
        #expect(desk.refusal(of: wrong) == 429)
        // Also with the right one, or each try would say whether it is.
        #expect(desk.refusal(of: pairing.code) == 429)
        #expect(!shown.isOver)
        #expect(desk.refusal(of: pairing.code, from: "10.0.0.8") == nil)
        #expect(shown.isOver)
    }

    @Test("twenty wrong codes of everybody end a code, and another showing has tries of its own")
    func triesOfAll() throws {
        let desk = Desk(tokens)
        let shown = try ShownPairing(pairing, beside: tokens)
        for number in 0..<20 {
            #expect(!shown.isOver)
            #expect(desk.refusal(of: wrong, from: "10.0.0.\(number / 5)") == 401)
        }
        #expect(shown.isOver)
        #expect(desk.refusal(of: pairing.code, from: "10.0.0.9") == 401)
        let other = try Pairing("kitchen", .command)
        let again = try ShownPairing(other, beside: tokens)
        #expect(desk.refusal(of: other.code, from: "10.0.0.0") == nil && again.isOver)
    }

    @Test("nobody learns from the answer whether a code is shown") func unknown() throws {
        let desk = Desk(tokens)
        let before = desk.error(of: wrong)
        let shown = try ShownPairing(pairing, beside: tokens)
        #expect(desk.error(of: wrong) == before)
        withExtendedLifetime(shown) {}
    }

    @Test("a code is good only while the command that shows it runs") func ended() throws {
        let desk = Desk(tokens)
        var shown: ShownPairing? = try ShownPairing(pairing, beside: tokens)
        #expect(thrownError(PlainError.self) { try ShownPairing(pairing, beside: tokens) } != nil)
        _ = shown
        shown = nil
        #expect(desk.refusal(of: pairing.code) == 401)
        // What a killed command leaves: a file that nobody has locked.
        try directory.write(
            "tokens.json.pairing",
            #"{"id": "1", "name": "kitchen", "role": "admin", "code": "\#(pairing.code)"}"#)
        #expect(desk.refusal(of: pairing.code) == 401)
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
    func refusal(of code: String, from address: String = "10.0.0.7") -> Int? {
        error(of: code, from: address)?.status
    }

    func error(of code: String, from address: String = "10.0.0.7") -> HTTPError? {
        do throws(HTTPError) {
            _ = try desk.token(for: code, from: address)
            return nil
        } catch {
            return error
        }
    }
}
