import Core
import FuzzTargets

/// Makes inputs out of sound ones by damage, the same ones for the same seed and number, so that
/// an input is known by its number.
struct Mutator {
    private static let maxNoise = 64
    /// Where sizes and signs go wrong, as bytes to write over what is there.
    private static let numbers: [[UInt8]] = [
        [0], [1], [3], [4], [0x7F], [0x80], [0xFF], [0, 0], [3, 0], [4, 0], [0xFF, 0xFF],
        [0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F], [0, 0, 0, 0x80],
        [0, 0, 0xC0, 0x7F], [0, 0, 0x80, 0x7F], [0, 0, 0, 0, 0, 0, 0xF8, 0x7F],
    ]
    private static let words = [
        "99999999999999999999", "-1", "1e999", "nan", "", "0", "\"", "{", "]", ",", "\r", "\n",
        "\\ud800", "<!--", "&#x0;", "\u{FEFF}", "-9223372036854775808", "1e-400",
    ].map { Array($0.utf8) }

    let target: FuzzTarget
    let seed: UInt64

    func input(_ number: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed &+ number &* 0x9E37_79B9)
        // What looks nothing like a sound input is refused early: a few of those will do.
        if Int.random(in: 0..<32, using: &generator) == 0 { return noise(&generator) }
        var input = target.seeds.randomElement(using: &generator) ?? []
        let damages = Int.random(in: 0...5, using: &generator)
        for _ in 0..<damages { damage(&input, &generator) }
        if Bool.random(using: &generator) { target.repair(&input) }
        return input
    }

    private func noise(_ generator: inout SeededGenerator) -> [UInt8] {
        let count = Int.random(in: 0...Self.maxNoise, using: &generator)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private func damage(_ input: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 0...input.count, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0, 1:
            guard place < input.count else { return }
            input[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 2:
            guard place < input.count else { return }
            input[place] = UInt8.random(in: 0...255, using: &generator)
        case 3: overwrite(&input, place, Self.numbers.randomElement(using: &generator) ?? [])
        case 4:
            input.insert(contentsOf: Self.words.randomElement(using: &generator) ?? [], at: place)
        case 5: input.removeSubrange(place..<end(after: place, input.count, &generator))
        case 6:
            let again = input[place..<end(after: place, input.count, &generator)]
            input.insert(contentsOf: Array(again), at: place)
        default:
            let other = target.seeds.randomElement(using: &generator) ?? []
            input.replaceSubrange(place..., with: other.dropFirst(place))
        }
    }

    private func overwrite(_ input: inout [UInt8], _ place: Int, _ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where place + index < input.count {
            input[place + index] = byte
        }
    }

    /// Mostly near: a field or a line, and now and then all the rest.
    private func end(
        after place: Int, _ count: Int, _ generator: inout SeededGenerator
    ) -> Int {
        let reach = Bool.random(using: &generator) ? 8 : count
        return Int.random(in: place...min(count, place + reach), using: &generator)
    }
}
