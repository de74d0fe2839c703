import Core

extension SeededGenerator {
    /// True once in so many times.
    package mutating func oneIn(_ count: UInt64) -> Bool {
        next() % count == 0
    }
}
