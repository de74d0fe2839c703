import TestSupport
import Testing

/// An option as the reference table describes it.
struct ReferenceOption: CustomTestStringConvertible, Sendable {
    let tag: UInt16
    let name: String
    let size: Int
    fileprivate(set) var fields: [ReferenceField] = []

    var testDescription: String { "\(tag) \(name)" }

    /// The option's bytes with a value of its own in every field, and what each should read as.
    func filled() -> (bytes: [UInt8], expected: [(ReferenceField, [Double])]) {
        var patches: [(Int, [UInt8])] = []
        var expected: [(ReferenceField, [Double])] = []
        var number = 1
        for field in fields {
            var values: [Double] = []
            for index in 0..<field.count {
                let (bytes, value) = field.sample(number)
                patches.append((field.offset + index * field.stride, bytes))
                values.append(value)
                number += 1
            }
            expected.append((field, values))
        }
        return (NavdataBuilder.option(tag, size: size, patches), expected)
    }

    /// All but the checksum, which ends a packet. (A closure among a test's arguments would crash
    /// the compiler of Swift 6.0.)
    static let beforeChecksum = all.filter { $0.name != "checksum" }

    static let all: [ReferenceOption] = {
        var options: [ReferenceOption] = []
        for line in navdataReferenceTable.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if words[0] == "=" {
                let (tag, size) = (UInt16(words[1]) ?? 0, Int(words[3]) ?? 0)
                options.append(ReferenceOption(tag: tag, name: words[2], size: size))
            } else {
                options[options.count - 1].fields.append(ReferenceField(words))
            }
        }
        return options
    }()
}

struct ReferenceField: Sendable {
    let offset: Int
    /// "u32", "f64", "clock"...
    let type: String
    let count: Int
    let stride: Int
    let name: String
    let unit: String

    fileprivate init(_ words: [String]) {
        offset = Int(words[0]) ?? 0
        let shape = words[1].split(separator: "x")
        type = String(shape[0])
        let row = shape.dropFirst().first?.split(separator: "/").compactMap { Int($0) } ?? [1]
        count = row[0]
        stride = row.dropFirst().first ?? Self.size(of: type)
        (name, unit) = (words[2], words[3])
    }

    private static func size(of type: String) -> Int {
        switch type {
        case "u8": 1
        case "u16", "i16": 2
        case "f64": 8
        default: 4
        }
    }

    /// The wire's bytes and the meaning of the n-th sample. Unsigned types get values that would
    /// read as negative if they were taken for signed ones.
    fileprivate func sample(_ number: Int) -> (bytes: [UInt8], value: Double) {
        let n = Double(number)
        switch type {
        case "u8": return ([UInt8(255 - number % 128)], Double(255 - number % 128))
        case "u16": return (little(UInt16(40_000 + number)), 40_000 + n)
        case "i16": return (little(Int16(-20_000 + number)), -20_000 + n)
        case "u32": return (little(UInt32(3_000_000_000 + number)), 3_000_000_000 + n)
        case "i32": return (little(Int32(-2_000_000_000 + number)), -2_000_000_000 + n)
        case "i32*0.1": return (little(Int32(-1230 - number)), (-1230 - n) / 10)
        case "f32": return (little(Float(-0.25 - n)), -0.25 - n)
        case "f64": return (little(Double(0.1 + n)), 0.1 + n)
        case "clock":
            let packed = UInt32(2000 - number) << 21 | UInt32(500_000 + number)
            return (little(packed), 2000 - n + 0.5 + n / 1_000_000)
        default: return ([], .nan)
        }
    }
}
