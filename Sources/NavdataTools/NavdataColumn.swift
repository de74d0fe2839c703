import ARDrone
import Core

/// A field of any type, as a tool sees it.
protocol NavdataColumn: Sendable {
    /// As in the SDK, in snake_case.
    var name: String { get }
    var unit: NavdataUnit { get }
    /// Where its elements are, in bytes from the option's tag.
    var byteRanges: [Range<Int>] { get }
    /// `{"value": 61, "unit": "%"}`, or a list of values; with "words" where it is a code.
    func json(in option: ARDrone.NavdataBytes) -> JSONValue
}

/// One field of an option, or several alike in a row: where it is, and what it means.
///
/// The drone's own scale is kept where it is a unit with a prefix (mm, mdeg), so that nothing
/// is lost; `per` is for the rest.
struct NavdataRow<Value: NavdataNumber>: NavdataColumn {
    let name: String
    let unit: NavdataUnit
    /// Of the first element, in bytes from the option's tag.
    private let offset: Int
    private let count: Int
    private let stride: Int
    private let per: Double

    /// A row of the table: `count` elements, each `stride` bytes after the one before (they
    /// adjoin by default), with `per` steps of the wire to one `unit`.
    init(
        _ name: String, _ offset: Int, _ unit: NavdataUnit = .raw, count: Int = 1,
        stride: Int? = nil, per: Double = 1
    ) {
        self.name = name
        self.offset = offset
        self.unit = unit
        self.count = count
        self.stride = stride ?? MemoryLayout<Value>.size
        self.per = per
    }

    /// A field that flying reads, too.
    init(_ name: String, _ field: ARDrone.NavdataField<Value>, _ unit: NavdataUnit = .raw) {
        self.init(name, field.offset, unit)
    }

    var byteRanges: [Range<Int>] {
        (0..<count).map { offset + $0 * stride }.map { $0..<($0 + MemoryLayout<Value>.size) }
    }

    func json(in option: ARDrone.NavdataBytes) -> JSONValue {
        let values = byteRanges.map { Value(option, at: $0.lowerBound) }
        let numbers = values.map { JSONValue.number($0.number / per) }
        var object: [String: JSONValue] = [
            "unit": .string(unit.rawValue),
            "value": count == 1 ? numbers.first ?? .null : .array(numbers),
        ]
        if let words = values.first?.words { object["words"] = .string(words) }
        return .object(object)
    }
}
