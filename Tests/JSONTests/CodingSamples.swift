// Types in every form that Swift encodes, for tests of the coders.

struct Scalars: Codable, Equatable {
    var bool = true
    var text = "é\n\"/"
    var double = 0.1
    var float: Float = 2.5
    var int = -7
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.max
    var uint: UInt = 7
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var missing: Int?
    var present: Int? = 3
}

enum Mood: String, Codable, CodingKeyRepresentable { case calm, wild }

enum Shape: Codable, Equatable {
    case point
    case circle(Double)
    case box(width: Double, height: Double?)
    indirect case pair(Shape, mood: Mood)
}

struct Collections: Codable, Equatable {
    var empty: [Int] = []
    var nested = [[1, 2], [], [3]]
    var gaps: [Int?] = [1, nil, 3]
    var byName = ["b": 1, "": 2]
    var byNumber = [1: "one", -2: "two"]
    var byMood: [Mood: Int] = [.wild: 1]
    var shapes: [Shape] = [
        .point, .circle(1.5), .box(width: 1, height: nil), .pair(.point, mood: .calm),
    ]
    var durations: [Duration] = [.milliseconds(250), .seconds(-1), .nanoseconds(Int64.max)]
    var scalars = Scalars()
}

/// A class that has its parent encode itself, as synthesised code never does.
class Parent: Codable {
    var name = "parent"
}

final class Child: Parent {
    var age = 3

    private enum CodingKeys: CodingKey { case age, again }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        age = try container.decode(Int.self, forKey: .age)
        _ = try Parent(from: container.superDecoder(forKey: .again))
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(age, forKey: .age)
        try super.encode(to: container.superEncoder())
        try super.encode(to: container.superEncoder(forKey: .again))
    }
}

/// Nested containers made by hand, written into in turns.
struct ByHand: Codable, Equatable {
    var values = [1, 2]
    var flag = true

    private enum CodingKeys: CodingKey { case list, object, flag }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        var inner = try list.nestedUnkeyedContainer()
        values = [try inner.decode(Int.self)]
        let isNull = try list.decodeNil()
        let object = try list.nestedContainer(keyedBy: CodingKeys.self)
        flag = try object.decode(Bool.self, forKey: .flag) && isNull
        values.append(try Int(from: list.superDecoder()))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        var inner = list.nestedUnkeyedContainer()
        try list.encodeNil()
        var object = list.nestedContainer(keyedBy: CodingKeys.self)
        try values[1].encode(to: list.superEncoder())
        try object.encode(flag, forKey: .flag)
        try inner.encode(values[0])
        _ = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .object)
    }
}
