import Control
import Core
import TestSupport
import Testing
import Values

@testable import Gateway

@Suite struct TokenBookTests {
    @Test("a token is known by its hash, which is all that the file has") func known() throws {
        var book = TokenBook()
        let kitchen = try book.add("kitchen", .command)
        let hall = try book.add("hall", .watch)
        #expect(kitchen.utf8.count == 32 && kitchen != hall)
        let file = String(decoding: book.bytes, as: UTF8.self)
        #expect(!file.contains(kitchen) && !file.contains(hall))
        let again = try TokenBook(book.bytes)
        #expect(again.holder(of: kitchen)?.name == "kitchen")
        #expect(again.holder(of: hall)?.role == .watch)
    }

    @Test("nothing that is only like a token is one") func unknown() throws {
        var book = TokenBook()
        let token = try book.add("kitchen", .admin)
        // Whatever their hashes end with.
        for number in 0..<300 { #expect(book.holder(of: "guess \(number)") == nil) }
        for wrong in ["", String(token.dropLast()), token + "0", token.uppercased() + " ", "null"] {
            #expect(book.holder(of: wrong) == nil)
        }
        #expect(TokenBook().holder(of: "") == nil)
    }

    @Test("a token that was removed is not good any more") func removed() throws {
        var book = TokenBook()
        let token = try book.add("kitchen", .admin)
        let removals = ["kitchen", "kitchen"].map { book.remove($0) }
        #expect(removals == [true, false])
        #expect(book.holder(of: token) == nil)
    }

    @Test("two of one name, and a name that could steer a log, are refused") func names() throws {
        var book = TokenBook()
        _ = try book.add("kitchen", .watch)
        for name in ["kitchen", "", "a b", "a\nb", String(repeating: "x", count: 41)] {
            #expect(thrownError(PlainError.self) { try book.add(name, .watch) } != nil)
        }
        #expect(book.tokens.count == 1)
    }

    @Test("a file that is damaged has no token in it") func damaged() {
        for text in ["", "{}", #"{"tokens": [{"name": "x"}]}"#, "[]"] {
            #expect(thrownError(PlainError.self) { try TokenBook(Array(text.utf8)) } != nil)
        }
    }

    @Test("a limit counts for each alone, and starts over") func limit() {
        var limit = RateLimit<String>(2, each: .seconds(1))
        let now = Instant.zero
        let names = ["a", "a", "a", "b"]
        let allowed = names.map { limit.allows($0, at: now) }
        #expect(allowed == [true, true, false, true])
        let later = limit.allows("a", at: now + .seconds(1))
        #expect(later)
    }
}
