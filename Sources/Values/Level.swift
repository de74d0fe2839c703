/// How much of something: 0 is none, 1 is all that there is. Of a dimmer, a fan, a valve.
package struct Level: DeviceValue, Comparable {
    package static let kind = "level"
    package static let off = Level(trusted: 0)
    package static let full = Level(trusted: 1)

    package let ratio: Double

    /// `nil` for what is not from 0 to 1, also for what is no number.
    package init?(_ ratio: Double) {
        guard (0...1).contains(ratio) else { return nil }
        self.ratio = ratio
    }

    private init(trusted ratio: Double) {
        self.ratio = ratio
    }

    package var description: String { "\(fixedText(of: ratio * 100, decimals: 0)) %" }

    package static func < (left: Level, right: Level) -> Bool { left.ratio < right.ratio }

    private enum CodingKeys: CodingKey {
        case ratio
    }

    /// Holds what is decoded to the same bounds.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let level = Level(try values.decode(Double.self, forKey: .ratio)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .ratio, in: values, debugDescription: "a level is from 0 to 1")
        }
        self = level
    }
}
