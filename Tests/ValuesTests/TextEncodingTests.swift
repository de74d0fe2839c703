import Testing
import Values

@Suite("Text encoding")
struct TextEncodingTests {
    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    @Test(
        "UTF-16 is read in both orders, with and without a mark",
        arguments: [true, false], ["\u{FEFF}", ""])
    func utf16(isBigEndian: Bool, mark: String) throws {
        let bytes = Self.utf16(mark + "{\"a\": \"é🐈\"}", isBigEndian: isBigEndian)
        #expect(try TextEncoding.utf8(bytes) == Array("{\"a\": \"é🐈\"}".utf8))
    }

    @Test("UTF-8 stays as it is, without its mark", arguments: ["", "a", "1,2", "é", "\u{0}a"])
    func utf8(text: String) throws {
        #expect(try TextEncoding.utf8(Array(text.utf8)) == Array(text.utf8))
        #expect(try TextEncoding.utf8([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == Array(text.utf8))
    }

    @Test("half a character at the end is one that nobody knows")
    func half() throws {
        let text = String(
            decoding: try TextEncoding.utf8([0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0x08]), as: UTF8.self)
        #expect(text.hasPrefix("A\u{FFFD}"))
    }

    @Test("UTF-32 is named", arguments: [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]] as [[UInt8]])
    func utf32(mark: [UInt8]) {
        #expect(throws: TextEncodingError()) { try TextEncoding.utf8(mark) }
    }
}
