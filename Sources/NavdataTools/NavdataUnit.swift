/// What the numbers of a field count.
enum NavdataUnit: String, CaseIterable, Sendable {
    /// A count, a number in a sequence, a code: what has no unit.
    case one = "1"
    /// The drone's own scale, which nobody has documented.
    case raw
    case bool
    case bits
    /// Steps of a converter.
    case counts = "LSB"
    case pwm = "PWM"
    case percent = "%"
    /// Thousandths of the picture's width or height.
    case perMille = "1/1000"
    case pixels = "px"
    case millidegrees = "mdeg"
    case millidegreesPerSecond = "mdeg/s"
    case degrees = "deg"
    case degreesPerSecond = "deg/s"
    case radians = "rad"
    case centimetres = "cm"
    case millimetres = "mm"
    case millimetresPerSecond = "mm/s"
    case metres = "m"
    case metresPerSecond = "m/s"
    case metresPerSecondSquared = "m/s2"
    case milliG = "milli-g"
    case milligauss = "mG"
    case seconds = "s"
    case milliseconds = "ms"
    case celsius = "degC"
    case pascals = "Pa"
    case millivolts = "mV"
    case milliamperes = "mA"
    case bytes = "B"
    case kilobytes = "kB"
    case decibelHertz = "dB-Hz"
}
