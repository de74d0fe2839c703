import Core
import Devices
import DriverKit

extension Photoresistor {
    package struct Settings: PolledSettings {
        let adc: ADCSettings
        let channel: Int
        let reference: ADCReference
        let divider: Divider
        package let every: Duration
        let flicker: FlickerRejection
        let medianOf: Int
        let timeConstant: Duration

        package init(_ read: SettingsReader) {
            adc = ADCSettings(read)
            channel = adc.channel(read)
            reference = ADCReference(read, adc)
            divider = Divider(read)
            every = read(
                "every", .duration(.milliseconds(20) ... .seconds(60)),
                default: .seconds(1), "How often the light is read.")
            flicker = read(
                "mains", .oneOf(.none), default: .hertz50,
                "What lamps flicker with: a reading is a mean over one period of it.")
            medianOf = read(
                "median", .integer(1...9), default: 5,
                "How many readings the median is taken of, an odd number: drops single spikes.")
            read.check(medianOf % 2 == 1, "median", "must be odd, so that there is a middle one")
            timeConstant = read(
                "time_constant", .duration(.zero ... .seconds(600)), default: .seconds(1),
                "How slowly the value follows: after this long it has gone 63 % of the way.")
            adc.checkRate(conversions: conversions, every: every, read)
        }

        /// How many a reading takes.
        var conversions: Int { flicker.samples * reference.conversions }

        /// How often a reading goes from one input to another: once if somebody else uses the
        /// converter, and each time if the supply is an input, too.
        var inputChanges: Int { reference.conversions == 1 ? 1 : conversions }
    }
}
