/// A type of the standard library that is one JSON value without parts.
///
/// Coders ask for this by its type, and where that is generic by a cast, instead of having fifteen overloads of every method.
protocol JSONScalar: Codable {
    /// `nil` when JSON cannot hold it: a NaN, an infinity, more than 64 bits.
    var json: JSONValue? { get }

    /// - Returns: `nil` when `json` is of another type or out of this one's range.
    init?(json: JSONValue)
}

extension Bool: JSONScalar {
    var json: JSONValue? { .bool(self) }

    init?(json: JSONValue) {
        guard case .bool(let value) = json else { return nil }
        self = value
    }
}

extension String: JSONScalar {
    var json: JSONValue? { .string(self) }

    init?(json: JSONValue) {
        guard case .string(let value) = json else { return nil }
        self = value
    }
}

// MARK: Numbers

extension JSONScalar where Self: BinaryFloatingPoint {
    /// The nearest number, as every reader of JSON takes it.
    init?(json: JSONValue) {
        switch json {
        case .number(let number): self.init(number)
        case .wideInteger(let wide): self.init(wide.value)
        default: return nil
        }
        guard isFinite else { return nil }
    }
}

extension JSONScalar where Self: FixedWidthInteger {
    var json: JSONValue? { JSONValue(integer: self) }

    /// Exactly: 1.5 and what is too large are refused.
    init?(json: JSONValue) {
        switch json {
        case .number(let number): self.init(exactly: number)
        case .wideInteger(let wide): self.init(exactly: wide.value)
        default: return nil
        }
    }
}

extension Double: JSONScalar {
    var json: JSONValue? { isFinite ? .number(self) : nil }
}

extension Float: JSONScalar {
    /// By its own shortest text: 0.1 stays 0.1 and does not become 0.10000000149011612.
    var json: JSONValue? { isFinite ? Double(description).map(JSONValue.number) : nil }
}

extension Int: JSONScalar {}
extension Int8: JSONScalar {}
extension Int16: JSONScalar {}
extension Int32: JSONScalar {}
extension Int64: JSONScalar {}
extension Int128: JSONScalar {}
extension UInt: JSONScalar {}
extension UInt8: JSONScalar {}
extension UInt16: JSONScalar {}
extension UInt32: JSONScalar {}
extension UInt64: JSONScalar {}
extension UInt128: JSONScalar {}
