import Core
import Glibc
import Values

extension PlaneVector {
    /// This error a while later: a first-order Gauss-Markov (Ornstein-Uhlenbeck) process on each axis.
    /// Exact for any time, so that it does not depend on the step.
    package func wandered(
        _ seconds: Double, lasting: Double, _ deviation: Double, _ generator: inout SeededGenerator
    ) -> PlaneVector {
        let memory = exp(-seconds / lasting)
        let kick = deviation * (1 - memory * memory).squareRoot()
        return PlaneVector(
            east: east * memory + kick * generator.gaussian(),
            north: north * memory + kick * generator.gaussian())
    }
}
