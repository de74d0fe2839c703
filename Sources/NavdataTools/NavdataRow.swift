import ARDrone
import Core
import JSON

/// Fields that are alike, of whichever type: a row of the table.
protocol NavdataFieldGroup: Sendable {
    /// Where their elements are, in bytes from the option's tag.
    var byteRanges: [Range<Int>] { get }
    /// Each by its name, which is the SDK's in snake_case: `{"value": 61, "unit": "%"}`, or a list of
    /// values; with "words" where it is a code.
    func json(in option: ARDrone.NavdataBytes) -> [(name: String, value: JSONValue)]
}

/// Fields of an option that are alike and adjoin, as `float x, y, z;` in C: where they are, and what
/// they mean. Each may itself be several elements in a row.
///
/// The drone's own scale is kept where it is a unit with a prefix (mm, mdeg), so that nothing
/// is lost; `per` is for the rest.
struct NavdataRow<Value: NavdataNumber>: NavdataFieldGroup {
    private let names: [String]
    private let unit: NavdataUnit
    /// Of the first element, in bytes from the option's tag.
    private let offset: Int
    private let count: Int
    private let stride: Int
    private let per: Double

    /// A row of the table: `count` elements for each name, each `stride` bytes after the one before
    /// (they adjoin by default), with `per` steps of the wire to one `unit`.
    init(
        _ offset: Int, _ names: String..., in unit: NavdataUnit = .raw, count: Int = 1,
        stride: Int? = nil, per: Double = 1
    ) {
        self.names = names
        self.offset = offset
        self.unit = unit
        self.count = count
        self.stride = stride ?? MemoryLayout<Value>.size
        self.per = per
    }

    /// A field that flying reads, too.
    init(_ field: ARDrone.NavdataField<Value>, _ name: String, in unit: NavdataUnit = .raw) {
        self.init(field.offset, name, in: unit)
    }

    var byteRanges: [Range<Int>] {
        (0..<names.count * count).map { offset + $0 * stride }
            .map { $0..<($0 + MemoryLayout<Value>.size) }
    }

    func json(in option: ARDrone.NavdataBytes) -> [(name: String, value: JSONValue)] {
        let values = byteRanges.map { Value(option, at: $0.lowerBound) }
        return names.enumerated().map { ($1, json(values[($0 * count)...].prefix(count))) }
    }

    private func json(_ values: ArraySlice<Value>) -> JSONValue {
        let numbers = values.map { JSONValue.number($0.number / per) }
        var object: [String: JSONValue] = [
            "unit": .string(unit.rawValue),
            "value": count == 1 ? numbers.first ?? .null : .array(numbers),
        ]
        if let words = values.first?.words { object["words"] = .string(words) }
        return .object(object)
    }
}
