import TestTraits
import Testing

/// Tests of the real command in a simulated world: they fly in real time.
@Suite(.timeLimit(.minutes(10)), .flying) struct WorldTests {}
