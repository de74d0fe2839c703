import TestTraits
import Testing

/// Tests of the real command in a simulated world, one after the other, for they fly in real time.
/// Missions, the longest, fly beside them.
@Suite(.serialized, .timeLimit(.minutes(10)), .flying) struct WorldTests {}
