import Testing
import Values

struct MentionTests {
    @Test(
        "a text mentions what is in it byte by byte, wherever that is",
        arguments: [
            ("code=exited ; status=0 ", "status=0", true), ("abc", "abc", true), ("abc", "", true),
            ("abab abc", "abc", true), ("abc", "abcd", false), ("", "a", false),
            ("no dröhn", "drö", true), ("no drohn", "drö", false),
        ])
    func mentions(text: String, words: String, isThere: Bool) {
        #expect(text.mentions(words) == isThere)
    }
}
