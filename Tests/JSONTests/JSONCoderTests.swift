import Core
import FoundationEssentials
import Values
@testable import JSON
import TestSupport
import Testing

/// Foundation's coders are the reference: what they write and read, ours do.
@Suite struct JSONCoderAgreementTests {
    /// Checks both directions, and returns the value after a journey through our coders.
    private func agreed<Value: Codable>(_ value: Value) throws -> Value {
        let json = try JSONValueEncoder.encode(value)
        let theirs = try JSONEncoder().encode(value)
        #expect(try JSONValue(parsing: theirs) == json)
        let read = try JSONDecoder().decode(Value.self, from: Data(json.line.utf8))
        #expect(try JSONValueEncoder.encode(read) == json)
        return try JSONValue(parsing: json.line.utf8).decode(as: Value.self)
    }

    @Test("keys in snake_case are those of Foundation, names stay, and both are read back")
    func snakeCase() throws {
        struct Reading: Codable, Equatable {
            var altitudeMetres = 2.5
            var p99Milliseconds = 1
            var isActive = true
            var plain = "x"
            var byName = ["liftDoor": ["isOpen": 1], "hall": [:]]
        }
        let json = try JSONValueEncoder.encode(Reading(), keys: .snakeCase)
        let foundation = JSONEncoder()
        foundation.keyEncodingStrategy = .convertToSnakeCase
        #expect(try JSONValue(parsing: foundation.encode(Reading())) == json)
        #expect(json["altitude_metres"] == 2.5 && json["p99_milliseconds"] == 1)
        #expect(json["by_name"]?["liftDoor"] == ["isOpen": 1])
        #expect(try json.decode(as: Reading.self) == Reading())
    }

    @Test("scalars of every size, at their limits") func scalars() throws {
        #expect(try agreed(Scalars()) == Scalars())
        let odd: [Double] = [-0.0, 1e300, .leastNonzeroMagnitude, 1 / 3]
        #expect(try agreed(odd) == odd)
        #expect(try agreed([Float.leastNonzeroMagnitude, .pi]) == [.leastNonzeroMagnitude, .pi])
    }

    @Test("any number of either size comes back bit by bit") func floatingPoint() throws {
        var generator = SeededGenerator(seed: 754)
        for _ in 0..<2000 {
            let float = Float(bitPattern: UInt32(truncatingIfNeeded: generator.next()))
            let double = Double(bitPattern: generator.next())
            guard float.isFinite, double.isFinite else { continue }
            #expect(try agreed(float).bitPattern == float.bitPattern)
            #expect(try agreed(double).bitPattern == double.bitPattern)
        }
    }

    @Test("collections, optionals, enums and durations") func collections() throws {
        #expect(try agreed(Collections()) == Collections())
    }

    @Test("a value alone, without anything around it") func fragments() throws {
        #expect(try agreed(12) == 12)
        #expect(try agreed("x") == "x")
        #expect(try agreed(Int?.none) == nil)
        #expect(try agreed(Mood.wild) == .wild)
        #expect(try agreed(Shape.point) == .point)
        #expect(try agreed([String: Int]()) == [:])
    }

    @Test("classes and containers made by hand") func byHand() throws {
        let child = try agreed(Child())
        #expect(child.name == "parent" && child.age == 3)
        #expect(try agreed(ByHand()) == ByHand())
    }

    @Test("JSON within a type stands as it is") func embedded() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let value = ["a": JSONValue.arbitrary(depth: 3, using: &generator)]
            #expect(try agreed(value) == value)
        }
        #expect(try JSONValueEncoder.encode([JSONValue.number(.nan)]) == [.null])
    }

    @Test("what sources carry, with times that no double holds") func samples() throws {
        let position = try #require(Position(latitude: 52.5, longitude: 13.4))
        #expect(try agreed(position) == position)
        let taken = Instant(nanoseconds: Int64.max)
        let quality = Quality.stale(limit: .nanoseconds(123_456_789_012_345_677))
        #expect(try agreed([quality, .good, .absent("no")]) == [quality, .good, .absent("no")])
        #expect(try agreed(taken) == taken)
    }

    @Test("a damaged value is read or refused as Foundation does it, and never traps")
    func damaged() throws {
        var generator = SeededGenerator(seed: 3)
        let whole = try JSONValueEncoder.encode(Collections())
        var refused = 0
        for _ in 0..<2000 {
            let damaged = whole.damaged(using: &generator)
            let ours = try? damaged.decode(as: Collections.self)
            let theirs = try? JSONDecoder().decode(
                Collections.self, from: Data(damaged.line.utf8))
            #expect(ours == theirs, "\(damaged.line)")
            if ours == nil { refused += 1 }
        }
        #expect(refused > 200 && refused < 1990)
    }
}

@Suite struct JSONCoderErrorTests {
    private struct Flight: Codable { var legs: [Leg] }
    private struct Leg: Codable { var metres: Double }

    private struct Twice: Encodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
            try container.encode(2)
        }
    }

    private struct TwoForms: Encodable {
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            var object = encoder.container(keyedBy: JSONPathKey.self)
            try list.encode(1)
            try object.encode(2, forKey: .parent)
        }
    }

    private struct Nothing: Encodable {
        func encode(to encoder: any Encoder) {}
    }

    private func path(_ keys: [any CodingKey]) -> String {
        keys.map(\.stringValue).joined(separator: ".")
    }

    @Test("what JSON cannot hold is refused, with the place") func unspeakable() throws {
        for number in [Double.nan, .infinity] {
            let flight = Flight(legs: [Leg(metres: 1), Leg(metres: number)])
            let error = thrownError(EncodingError.self) { try JSONValueEncoder.encode(flight) }
            guard case .invalidValue(_, let context)? = error else {
                Issue.record("\(number) was encoded")
                continue
            }
            #expect(path(context.codingPath) == "legs.1.metres")
            #expect(JSONValue(encoding: flight) == nil)
        }
        #expect(JSONValue(encoding: UInt128.max) == nil)
        #expect(JSONValue(encoding: Int128(Int64.max)) == JSONValue(integer: Int64.max))
    }

    @Test("a type that encodes nothing, or two things in one place, is refused")
    func contradictions() {
        #expect(JSONValue(encoding: Nothing()) == nil)
        #expect(JSONValue(encoding: Twice()) == nil)
        #expect(JSONValue(encoding: TwoForms()) == nil)
    }

    @Test("what does not fit is refused, with the place and both kinds") func mismatch() throws {
        let json: JSONValue = ["legs": [["metres": 1], ["metres": "far"]]]
        let error = thrownError(DecodingError.self) { try json.decode(as: Flight.self) }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path(context.codingPath) == "legs.1.metres")
        #expect(context.debugDescription == "expected Double, found the text \"far\"")
    }

    @Test("a missing key and a null are told apart") func missing() throws {
        let missing = thrownError(DecodingError.self) {
            try JSONValue.array([[:]]).decode(as: [Leg].self)
        }
        guard case .keyNotFound(let key, let context)? = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
        #expect(key.stringValue == "metres" && path(context.codingPath) == "0")
        let null = thrownError(DecodingError.self) {
            try JSONValue.object(["metres": .null]).decode(as: Leg.self)
        }
        guard case .valueNotFound? = null else {
            Issue.record("\(String(describing: null))")
            return
        }
    }

    @Test("an integer is read exactly or not at all") func integers() throws {
        #expect(throws: DecodingError.self) { try JSONValue.number(1.5).decode(as: Int.self) }
        #expect(throws: DecodingError.self) { try JSONValue.number(300).decode(as: Int8.self) }
        #expect(throws: DecodingError.self) { try JSONValue.number(-1).decode(as: UInt64.self) }
        #expect(throws: DecodingError.self) { try JSONValue.number(1e300).decode(as: Int.self) }
        #expect(throws: DecodingError.self) { try JSONValue.number(1e39).decode(as: Float.self) }
        let wide = try #require(JSONValue(integer: UInt64.max))
        #expect(throws: DecodingError.self) { try wide.decode(as: Int64.self) }
        #expect(try wide.decode(as: UInt64.self) == .max)
        #expect(try wide.decode(as: Double.self) == 0x1p64)
    }

    @Test("a list that is too short is refused, and a bad item stays the current one")
    func lists() throws {
        var list = try JSONValueDecoder(json: ["x", 1], codingPath: []).unkeyedContainer()
        #expect(throws: DecodingError.self) { _ = try list.decode(Int.self) }
        #expect(list.currentIndex == 0)
        #expect(try list.decode(String.self) == "x")
        #expect(try list.decodeNil() == false)
        #expect(try list.decode(Int.self) == 1)
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { _ = try list.decode(Int.self) }
        #expect(throws: DecodingError.self) { _ = try list.decodeNil() }
    }
}

extension JSONValue {
    /// This value with one random part of it replaced by something else.
    fileprivate func damaged(using generator: inout SeededGenerator) -> JSONValue {
        switch self {
        case .array(var items) where !items.isEmpty && generator.next() % 8 != 0:
            let place = Int.random(in: 0..<items.count, using: &generator)
            items[place] = items[place].damaged(using: &generator)
            return .array(items)
        case .object(var members) where !members.isEmpty && generator.next() % 8 != 0:
            let keys = members.keys.sorted()
            let key = keys[Int.random(in: 0..<keys.count, using: &generator)]
            let isDropped = generator.next() % 4 == 0
            members[key] = isDropped ? nil : members[key]?.damaged(using: &generator)
            return .object(members)
        default:
            return .arbitrary(depth: 2, using: &generator)
        }
    }
}
