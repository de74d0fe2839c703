/// Reads the datagrams of the AT channel as the firmware does: what is malformed is ignored
/// without a word, and the commands beside it still count.
enum ATParser {
    /// The most characters that a command may have, its carriage return included.
    static let maxCommandBytes = 1024

    /// The commands of one datagram, in order.
    ///
    /// A command ends with a carriage return and never goes on in the next datagram, so what
    /// follows the last one is dropped.
    static func messages(in datagram: some Collection<UInt8>) -> [ATMessage] {
        datagram
            .split(separator: UInt8(ascii: "\r"), omittingEmptySubsequences: false)
            .dropLast()
            .compactMap { message(Array($0)[...]) }
    }

    /// `AT*NAME=sequence,argument,...`
    private static func message(_ line: ArraySlice<UInt8>) -> ATMessage? {
        guard line.count < maxCommandBytes, line.starts(with: "AT*".utf8),
            line.allSatisfy({ (0x20...0x7E).contains($0) }),
            let equals = line.firstIndex(of: UInt8(ascii: "=")),
            let fields = ATFields(line[(equals + 1)...]),
            case .integer(let sequence)? = fields.values.first, sequence >= 0
        else { return nil }
        let name = String(decoding: line[3..<equals], as: UTF8.self)
        let arguments = ATFields(values: Array(fields.values.dropFirst()))
        return command(name, arguments).map { ATMessage(sequence: sequence, command: $0) }
    }

    private static func command(_ name: String, _ arguments: ATFields) -> ATCommand? {
        switch name {
        case "REF":
            arguments.integers(count: 1).map { .ref(RefBits(rawValue: $0[0])) }
        case "PCMD":
            arguments.integers(count: 5).flatMap(move)
        case "PCMD_MAG":
            // Absolute control is flown as if it were relative: no client here relies on it.
            arguments.integers(count: 7).flatMap(move)
        case "FTRIM":
            arguments.values.isEmpty ? .flatTrim : nil
        case "COMWDG":
            arguments.values.isEmpty ? .resetWatchdog : nil
        case "CTRL":
            // One client leaves out the second argument, and the drone does not mind.
            (arguments.integers(count: 2) ?? arguments.integers(count: 1))
                .map { .control(mode: $0[0]) }
        case "CONFIG":
            arguments.texts(count: 2).map { .config(key: $0[0], value: $0[1]) }
        case "CONFIG_IDS":
            arguments.texts(count: 3).map {
                .configIDs(ConfigurationIDs(session: $0[0], user: $0[1], application: $0[2]))
            }
        case "CALIB":
            arguments.integers(count: 1).map { .calibrate(device: $0[0]) }
        case "ANIM":
            arguments.integers(count: 2).map {
                .flightAnimation(FlightAnimation.Order(id: $0[0], milliseconds: $0[1]))
            }
        case "LED":
            arguments.integers(count: 3)
                .flatMap { LightAnimation(id: $0[0], frequencyBits: $0[1], seconds: $0[2]) }
                .map { .lightAnimation($0) }
        default:
            isName(name) ? .other(name: name) : nil
        }
    }

    /// A stick command from the flags and the bits of the four axes.
    private static func move(_ integers: [Int32]) -> ATCommand? {
        let axes = integers[1...4].map { Float(bitPattern: UInt32(bitPattern: $0)) }
        guard axes.allSatisfy(\.isFinite) else { return nil }
        let shares = axes.map { min(1, max(-1, $0)) }
        return .move(
            StickInput(
                flags: StickInput.Flags(rawValue: integers[0]),
                roll: shares[0], pitch: shares[1], climb: shares[2], yaw: shares[3]))
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
    }
}

/// The values of a command, separated by commas: decimal integers and quoted texts.
struct ATFields {
    enum Value: Equatable {
        case integer(Int32)
        case text(String)
    }

    let values: [Value]

    init(values: [Value]) {
        self.values = values
    }

    /// Reads at least one value; `nil` when any of them is malformed.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        var values: [Value] = []
        while true {
            guard let value = Self.takeValue(&rest) else { return nil }
            values.append(value)
            guard let separator = rest.popFirst() else { break }
            guard separator == UInt8(ascii: ",") else { return nil }
        }
        self.values = values
    }

    /// The values, when they are integers and as many as `count`.
    func integers(count: Int) -> [Int32]? {
        let integers = values.compactMap { if case .integer(let value) = $0 { value } else { nil } }
        return integers.count == count && values.count == count ? integers : nil
    }

    /// The values, when they are quoted texts and as many as `count`.
    func texts(count: Int) -> [String]? {
        let texts = values.compactMap { if case .text(let value) = $0 { value } else { nil } }
        return texts.count == count && values.count == count ? texts : nil
    }

    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> Value? {
        guard rest.first == UInt8(ascii: "\"") else {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            defer { rest = rest[end...] }
            return integer(rest[..<end]).map { .integer($0) }
        }
        let text = rest.dropFirst()
        guard let end = text.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        rest = text[(end + 1)...]
        return .text(String(decoding: text[..<end], as: UTF8.self))
    }

    /// A signed decimal number of 32 bits, without a plus sign or blanks.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int32? {
        guard bytes.first != UInt8(ascii: "+") else { return nil }
        return Int32(String(decoding: bytes, as: UTF8.self))
    }
}
