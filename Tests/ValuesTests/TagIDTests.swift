import Testing
import Values

/// The fifteen digits, the 64 bits and what readers of cat flaps show belong together by ISO 11784 (its
/// CRC-16 was checked for each); 900250000023921 is the example in the manual of the WL-134. The three
/// numbers of a disc are one by the data sheet of the EM4100; 62E3086CED is that of the RDM6300.
@Suite("The number of a tag") struct TagIDTests {
    @Test(
        "an implanted chip is the same, however it is written",
        arguments: [
            ("900250000023921", "8000E13A3529A171", "0100875CAC94858E"),
            ("900215007389064", "8000E1320F706588", "0100874CF00EA611"),
            ("276095610728684", "8000451642D7F0EC", "0100A26842EB0F37"),
            ("276098102970942", "80004516D7648A3E", "0100A268EB26517C"),
            ("985121004515220", "8000F65C2C6E5F94", "01006F3A3476FA29"),
            ("999000000001007", "8000F9C0000003EF", "01009F030000C0F7"),
            ("826000000000001", "8000CE8000000001", "0100730100000080"),
            ("1023274877906943", "8000FFFFFFFFFFFF", "0100FFFFFFFFFFFF"),
        ])
    func chip(digits: String, word: String, turned: String) throws {
        let tag = try #require(TagID(digits))
        #expect(tag.standard == .iso11784)
        #expect(tag.description == digits)
        #expect(TagID(word) == tag && TagID(word.lowercased()) == tag)
        #expect(TagID(turned) == tag)
        #expect(try roundTrip(tag) == tag)
    }

    @Test(
        "what people put between the digits does not matter",
        arguments: [
            "276 095610728684", "276.095610728684", "276-095610728684", "276-0956-1072-8684",
            " 276 0956 1072 8684 ",
        ])
    func separators(text: String) {
        #expect(TagID(text) == TagID(country: 276, national: 95_610_728_684))
    }

    @Test("whether data follow in the chip is no part of its number") func dataFlag() {
        #expect(TagID("8001E1320F706588") == TagID("900215007389064"))
    }

    @Test(
        "a disc is the same in hex and by what is printed on it, where that is all of it",
        arguments: [
            ("01 0006547886", "010063E9AE", "099,59822"),
            ("10 0008844356", "100086F444", "134,62532"),
            ("1F 0006572982", "1F00644BB6", "100,19382"),
            ("00 0068472190", "00 04 14 CD 7E", "020,52606"),
            ("01 3371173888", "01C8F00800", "240,02048"),
            ("62 3808980205", "62:E3:08:6C:ED", "008,27885"),
            ("00 0000000000", "0x0000000000", "000,00000"),
            ("FF 4294967295", "ffffffffff", "255,65535"),
            ("0D 0003251408", "0D00319CD0", "049,40144"),
        ])
    func disc(whole: String, hex: String, printed: String) throws {
        let tag = try #require(TagID(whole))
        #expect(tag.standard == .em4100 && tag.description == whole)
        #expect(TagID(hex) == tag)
        let number = String(whole.dropFirst(3))
        for text in [number, printed] {
            // 256 discs have the one, 65,536 the other: none of them is the number of a tag.
            #expect(TagID(text) == nil)
            let spelling = try #require(TagSpelling(text))
            #expect(spelling.matches(tag) && spelling.only == nil)
            #expect(spelling.description == text)
        }
        #expect(try roundTrip(tag) == tag)
    }

    @Test("a short number means every disc that it is printed on, and no other") func short() throws
    {
        let printed = try #require(TagSpelling("0006547886"))
        #expect(printed == TagSpelling("00099,59822"))
        #expect(printed.matches(try #require(TagID("1F 0006547886"))))
        #expect(!printed.matches(try #require(TagID("01 0006547887"))))
        let shortest = try #require(TagSpelling("099,59822"))
        #expect(shortest.matches(try #require(TagID("01FF63E9AE"))))
        #expect(!shortest.matches(try #require(TagID("010062E9AE"))))
        // The same low bits, of a chip.
        #expect(!printed.matches(try #require(TagID(country: 1, national: 6_547_886))))
        #expect(try roundTrip(printed) == printed)
    }

    @Test("ten digits that are no number of a disc are not taken for hex unless they say so")
    func digitsOrHex() {
        #expect(TagSpelling("6200112233") == nil)
        #expect(TagID("0x6200112233") == TagID(em4100: 0x62_0011_2233))
    }

    @Test(
        "what no tag can be is refused",
        arguments: [
            "", " ", "mia", "27609561072868", "2760956107286840", "276274877906944",
            "1024000000000000", "8002E13A3529A171", "C000E13A3529A171", "0000E13A3529A171",
            "0x80004516", "99,59822", "256,00000", "099,65536", "065536,00000", "65536,00000",
            "4294967296", "+276095610728684", "27609561072868x", "010063E9A", "ZZ 0006547886",
            "01 4294967296", "276\u{660}95610728684",
            String(repeating: " ", count: 100) + "276095610728684",
        ])
    func refused(text: String) {
        #expect(TagSpelling(text) == nil)
        #expect(TagID(text) == nil)
    }

    @Test("numbers that do not fit are none") func bounds() {
        #expect(TagID(country: 1024, national: 0) == nil)
        #expect(TagID(country: 0, national: 1 << 38) == nil)
        #expect(TagID(em4100: 1 << 40) == nil)
    }

    @Test("no tag is said to be read, and none is written as one") func presence() throws {
        #expect("\(TagPresence.none(since: .zero))" == "no tag")
        #expect(TagPresence.none(since: .zero).reads == 0)
        let seen = TagPresence(tag: TagID("010063E9AE"), reads: 3)
        #expect("\(seen)" == "01 0006547886")
        #expect(try roundTrip(seen) == seen)
    }
}
