/// How far the errors of a few numbers reach, and how they hang together: a symmetric matrix whose storage
/// is allocated once.
struct Covariance: Equatable, Sendable {
    private let size: Int
    private var values: [Double]
    private var gains: [Double]

    init(size: Int) {
        self.size = size
        values = [Double](repeating: 0, count: size * size)
        gains = [Double](repeating: 0, count: size)
    }

    subscript(row: Int, column: Int) -> Double {
        get { values[row * size + column] }
        set {
            values[row * size + column] = newValue
            values[column * size + row] = newValue
        }
    }

    mutating func clear() {
        for index in values.indices { values[index] = 0 }
    }

    /// After `target += factor * source`.
    mutating func add(_ source: Int, times factor: Double, to target: Int) {
        for other in 0..<size {
            values[target * size + other] += factor * values[source * size + other]
        }
        for other in 0..<size {
            values[other * size + target] += factor * values[other * size + source]
        }
    }

    /// After `target *= factor`, with a noise of that variance.
    mutating func scale(_ target: Int, by factor: Double, addingVariance variance: Double) {
        for other in 0..<size { values[target * size + other] *= factor }
        for other in 0..<size { values[other * size + target] *= factor }
        values[target * size + target] += variance
    }

    /// How the sum of two numbers hangs together with a third.
    func ofSum(_ first: Int, _ second: Int, with other: Int) -> Double {
        self[first, other] + self[second, other]
    }

    /// After a measurement of the sum of two numbers with that variance. `gain` tells then which share of
    /// the surprise each number takes over.
    mutating func measureSum(_ first: Int, _ second: Int, variance: Double) {
        for other in 0..<size { gains[other] = ofSum(first, second, with: other) }
        let spread = gains[first] + gains[second] + variance
        for row in 0..<size {
            for column in 0...row { self[row, column] -= gains[row] * gains[column] / spread }
        }
        for other in 0..<size { gains[other] /= spread }
    }

    func gain(_ number: Int) -> Double { gains[number] }
}
