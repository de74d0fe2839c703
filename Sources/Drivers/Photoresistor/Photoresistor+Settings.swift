import Core
import Devices

extension Photoresistor {
    package struct Settings: PluginSettings {
        /// The converter's name with the kernel.
        let converter: String
        let channel: Int
        let scale: Scale
        /// Where the converter is; `nil`: it is the only one of its name.
        let bus: Bus?
        let ads1115: ADS1115.Settings
        let referenceVolts: Double?
        let divider: Divider
        let every: Duration
        let mains: Mains
        let medianOf: Int
        let timeConstant: Duration

        package init(_ read: SettingsReader) {
            converter = read(
                "device", .text("a converter's name such as \"mcp3008\""), default: "mcp3008",
                "The analogue converter: mcp3008, ads1115, or the name the kernel gives it.")
            channel = read("channel", .integer(0...31), default: 0, "Its input, counted from 0.")
            scale = Scale(read, converter: converter)
            referenceVolts = read(
                optional: "reference", .volts(0.5...6),
                "Voltage at the converter's VREF, where the kernel does not know it.")
            bus = Bus.read(read, converter: converter)
            ads1115 = ADS1115.Settings(read)
            divider = Divider(read)
            every = read(
                "every", .duration(.milliseconds(20) ... .seconds(60)),
                default: .seconds(1), "How often the light is read.")
            mains = read(
                "mains", .oneOf(.none), default: .hertz50,
                "What lamps flicker with: a reading is a mean over one period of it.")
            medianOf = read(
                "median", .integer(1...9), default: 5,
                "How many readings the median is taken of, an odd number: drops single spikes.")
            read.check(medianOf % 2 == 1, "median", "must be odd, so that there is a middle one")
            timeConstant = read(
                "time_constant", .duration(.zero ... .seconds(600)), default: .seconds(1),
                "How slowly the value follows: after this long it has gone 63 % of the way.")
            checkRate(read)
            Photoresistor.checkChannels(
                read, of: converter, ["channel": channel, "supply_channel": scale.supplyChannel])
        }

        /// Where the converter can be read without a driver of the kernel's; `nil` for those that
        /// Roost cannot talk to.
        var bareBus: Bus? {
            (Bus.spiConverters + Bus.i2cConverters).contains(converter) ? bus : nil
        }

        /// A light that takes longer to read than it is fresh would be good and stale by turns.
        private func checkRate(_ read: SettingsReader) {
            guard case .i2c? = bareBus else { return }
            let conversions = mains.samples * scale.conversions
            let time = ads1115.conversionTime * conversions
            read.check(
                time <= every, "i2c_rate",
                "a reading is \(conversions) conversions and would take \(text(of: time)), longer "
                    + "than \"every\": take a higher rate, or \"mains\": \"none\"")
        }
    }
}
