import Values

/// Writes a log in the format of PX4, ULog, which PlotJuggler, Flight Review and pyulog open: "ULog
/// File Format" of the PX4 guide, version 1.
///
/// One topic whose fields are all double after the time: nothing has to be padded, for any reader.
struct ULogWriter {
    private static let magic: [UInt8] = [0x55, 0x4C, 0x6F, 0x67, 0x01, 0x12, 0x35]
    private static let version: UInt8 = 1
    /// "INFO" of the levels of the kernel's log, as a digit.
    private static let infoLevel = UInt8(ascii: "6")
    private static let topicID: UInt16 = 0
    /// The size of a message is 16 bits; words that are longer are cut.
    private static let maxText = 1000

    private(set) var bytes: [UInt8]

    /// A log of samples with these fields.
    init(topic: String, fields: [String]) {
        bytes = Self.magic + [Self.version]
        put(UInt64(0))
        // Flag bits: nothing that an old reader would misunderstand, nothing appended.
        message("B", [UInt8](repeating: 0, count: 40))
        let columns = ["uint64_t timestamp"] + fields.map { "double \($0)" }
        message("F", Array("\(topic):\(columns.map { "\($0);" }.joined())".utf8))
        information("sys_name", "roost")
        message("A", [0] + Self.little(Self.topicID) + Array(topic.utf8))
    }

    /// Writes a sample: its fields in the order in which they were declared.
    mutating func add(_ numbers: [Double], at time: Duration) {
        var content = Self.little(Self.topicID) + Self.little(Self.microseconds(time))
        for number in numbers { content += Self.little(number.bitPattern) }
        message("D", content)
    }

    /// Writes something that happened, in words.
    mutating func add(_ words: String, at time: Duration) {
        message(
            "L",
            [Self.infoLevel] + Self.little(Self.microseconds(time))
                + Array(words.utf8.prefix(Self.maxText)))
    }

    private mutating func information(_ name: String, _ value: String) {
        let key = Array("char[\(value.utf8.count)] \(name)".utf8)
        message("I", [UInt8(clamping: key.count)] + key + Array(value.utf8))
    }

    private mutating func message(_ type: Character, _ content: [UInt8]) {
        put(UInt16(clamping: content.count))
        bytes += Array(String(type).utf8) + content
    }

    private mutating func put(_ number: some FixedWidthInteger) {
        bytes += Self.little(number)
    }

    private static func microseconds(_ time: Duration) -> UInt64 {
        UInt64(clamping: time.nanoseconds / 1000)
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
