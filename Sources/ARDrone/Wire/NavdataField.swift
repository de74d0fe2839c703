import Core

extension ARDrone {
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

    /// A field of any type, as a tool sees it.
    protocol NavdataColumn: Sendable {
        /// As in the SDK, in snake_case.
        var name: String { get }
        var unit: NavdataUnit { get }
        /// Where its elements are, in bytes from the option's tag.
        var extents: [Range<Int>] { get }
        /// `{"value": 61, "unit": "%"}`, or a list of values; with "words" where it is a code.
        func json(in option: NavdataBytes) -> JSONValue
    }

    /// One field of an option, or several alike in a row: where it is, and what it means.
    ///
    /// The drone's own scale is kept where it is a unit with a prefix (mm, mdeg), so that nothing
    /// is lost; `per` is for the rest.
    struct NavdataField<Value: NavdataValue>: NavdataColumn {
        let label: StaticString
        let unit: NavdataUnit
        /// Of the first element, in bytes from the option's tag.
        let offset: Int
        private let count: Int
        private let stride: Int
        private let per: Double

        /// A row of the table: `count` elements, each `stride` bytes after the one before (they
        /// adjoin by default), with `per` steps of the wire to one `unit`.
        init(
            _ label: StaticString, _ offset: Int, _ unit: NavdataUnit = .raw, count: Int = 1,
            stride: Int? = nil, per: Double = 1
        ) {
            self.label = label
            self.offset = offset
            self.unit = unit
            self.count = count
            self.stride = stride ?? Value.wireSize
            self.per = per
        }

        var name: String { label.description }

        var extents: [Range<Int>] {
            (0..<count).map { offset + $0 * stride }.map { $0..<($0 + Value.wireSize) }
        }

        func json(in option: NavdataBytes) -> JSONValue {
            let values = extents.map { Value(option, at: $0.lowerBound) }
            let numbers = values.map { JSONValue.number($0.number / per) }
            var object: [String: JSONValue] = [
                "unit": .string(unit.rawValue),
                "value": count == 1 ? numbers.first ?? .null : .array(numbers),
            ]
            if let words = values.first?.words { object["words"] = .string(words) }
            return .object(object)
        }
    }
}

extension ARDrone.NavdataBytes {
    /// The value of a field, in the field's own type: how flying reads it.
    subscript<Value>(field: ARDrone.NavdataField<Value>) -> Value {
        Value(self, at: field.offset)
    }
}
