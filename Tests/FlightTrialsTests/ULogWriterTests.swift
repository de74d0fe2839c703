import Testing

@testable import FlightTrials

/// Bytes by the page "ULog File Format" of the PX4 guide.
struct ULogWriterTests {
    @Test("header, flags, format, information, subscription, data and words, byte by byte")
    func bytes() {
        var log = ULogWriter(topic: "a", fields: ["x"])
        log.add([1.0], at: .milliseconds(2))
        log.add("up", at: .milliseconds(3))
        var expected: [UInt8] = [0x55, 0x4C, 0x6F, 0x67, 0x01, 0x12, 0x35, 0x01]
        expected += [UInt8](repeating: 0, count: 8)
        expected += [40, 0, UInt8(ascii: "B")] + [UInt8](repeating: 0, count: 40)
        let format = "a:uint64_t timestamp;double x;"
        expected += [UInt8(format.utf8.count), 0, UInt8(ascii: "F")] + Array(format.utf8)
        expected += [22, 0, UInt8(ascii: "I"), 16] + Array("char[5] sys_nameroost".utf8)
        expected += [4, 0, UInt8(ascii: "A"), 0, 0, 0, UInt8(ascii: "a")]
        expected += [18, 0, UInt8(ascii: "D"), 0, 0, 0xD0, 0x07, 0, 0, 0, 0, 0, 0]
        // 1.0 is 0x3FF0000000000000.
        expected += [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
        expected += [11, 0, UInt8(ascii: "L"), UInt8(ascii: "6"), 0xB8, 0x0B, 0, 0, 0, 0, 0, 0]
        expected += Array("up".utf8)
        #expect(log.bytes == expected)
    }

    @Test("words that are too long for a message are cut")
    func longWords() {
        var log = ULogWriter(topic: "a", fields: [])
        let before = log.bytes.count
        log.add(String(repeating: "x", count: 100_000), at: .zero)
        #expect(log.bytes.count == before + 3 + 9 + 1000)
    }
}
