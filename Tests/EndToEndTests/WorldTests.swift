import TestTraits
import Testing

/// Tests of the real command in a simulated world, one after the other: they fly in real time, and
/// a machine with two cores flies one drone well.
@Suite(.serialized, .timeLimit(.minutes(10)), .flying) struct WorldTests {}
