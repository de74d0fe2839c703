import Core
import Devices
import DriverKit

extension Photoresistor {
    /// The mains that lamps nearby flicker with, at twice its frequency.
    ///
    /// A reading every 250 ms meets the same moment of the flicker each time, so no filter of
    /// readings can see it. One reading therefore is the mean of some that are spread over a whole
    /// period of the mains, in which every lamp goes through whole periods of its own.
    enum FlickerRejection: String, CaseIterable, Sendable {
        case none
        case hertz50 = "50Hz"
        case hertz60 = "60Hz"

        /// How many make a reading. A prime number: the flicker's harmonics cancel out except for
        /// its multiples, of which 5 leaves fewer than 8 would.
        var samples: Int { self == .none ? 1 : 5 }

        /// From one to the next.
        var samplePeriod: Duration {
            switch self {
            case .none: .zero
            case .hertz50: .milliseconds(20) / 5
            case .hertz60: .nanoseconds(1_000_000_000 / 60) / 5
            }
        }

        /// Takes the samples of one reading and gives their mean. Blocks for a period of the mains.
        ///
        /// It pauses between them instead of setting timers, which would wake two threads for each.
        func mean(
            _ clock: any Scheduler, of sample: () throws(DeviceError) -> ADCRatio
        ) throws(DeviceError) -> ADCRatio {
            let start = clock.now
            var sum = 0.0
            var isSaturated = false
            for taken in 0..<samples {
                // By the grid of the reading, however long a conversion takes.
                clock.pause(for: start + samplePeriod * taken - clock.now)
                let ratio = try sample()
                sum += ratio.value
                isSaturated = isSaturated || ratio.isSaturated
            }
            return ADCRatio(value: sum / Double(samples), isSaturated: isSaturated)
        }
    }
}
