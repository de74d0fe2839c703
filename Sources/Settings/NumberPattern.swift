/// Regular expressions for decimal numbers within a range, for a JSON Schema. They take all that is in it; of what is
/// not, they may take a number within 1 of an end that is no whole number.
enum NumberPattern {
    /// With an optional sign, as `Quantity.parse` takes it.
    static func signed(_ range: ClosedRange<Double>) -> String {
        var ways: [String] = []
        if range.upperBound >= 0 {
            ways.append("\\+?\(unsigned(max(0, range.lowerBound), range.upperBound))")
        }
        if range.lowerBound <= 0 {
            ways.append("-\(unsigned(max(0, -range.upperBound), -range.lowerBound))")
        }
        return "(?:\(ways.joined(separator: "|")))"
    }

    private static func unsigned(_ low: Double, _ high: Double) -> String {
        let (first, last) = (whole(low), whole(high))
        // 18 digits are more than any setting has.
        guard let first, let last, first.integer <= last.integer else { return "\\d*\\.?\\d*" }
        let (bottom, top) = (first.integer, last.integer)
        var ways: [String] = []
        if last.isExact {
            ways.append("0*\(integers(top, top))(?:\\.0*)?")
            if top > bottom { ways.append("0*\(integers(bottom, top - 1))(?:\\.\\d*)?") }
        } else {
            ways.append("0*\(integers(bottom, top))(?:\\.\\d*)?")
        }
        if bottom == 0 { ways.append(top == 0 && last.isExact ? "\\.0+" : "\\.\\d+") }
        return "(?:\(ways.joined(separator: "|")))"
    }

    /// The part before the point, and whether that is all.
    private static func whole(_ number: Double) -> (integer: Int, isExact: Bool)? {
        guard number < 1e18 else { return nil }
        let nearest = number.rounded()
        if abs(number - nearest) < 1e-9 * max(1, number) { return (Int(nearest), true) }
        return (Int(number.rounded(.down)), false)
    }

    /// The whole numbers from one to another, without zeros before them.
    static func integers(_ low: Int, _ high: Int) -> String {
        var (ways, from) = ([String](), low)
        while from <= high {
            // All with as many digits.
            var last = 9
            while last < from { last = last * 10 + 9 }
            ways.append(sameLength(digits(from), digits(min(high, last))))
            from = last + 1
        }
        return "(?:\(ways.joined(separator: "|")))"
    }

    private static func digits(_ number: Int) -> ArraySlice<UInt8> {
        "\(number)".utf8.map { $0 - 0x30 }[...]
    }

    private static func sameLength(_ low: ArraySlice<UInt8>, _ high: ArraySlice<UInt8>) -> String {
        guard let a = low.first, let b = high.first else { return "" }
        let (lowRest, highRest) = (low.dropFirst(), high.dropFirst())
        if lowRest.allSatisfy({ $0 == 0 }), highRest.allSatisfy({ $0 == 9 }) {
            return one(a, b) + any(lowRest.count)
        }
        if a == b { return "\(a)\(sameLength(lowRest, highRest))" }
        var ways = ["\(a)" + sameLength(lowRest, highRest.map { _ in 9 }[...])]
        if b > a + 1 { ways.append(one(a + 1, b - 1) + any(lowRest.count)) }
        ways.append("\(b)" + sameLength(lowRest.map { _ in 0 }[...], highRest))
        return "(?:\(ways.joined(separator: "|")))"
    }

    private static func one(_ low: UInt8, _ high: UInt8) -> String {
        low == high ? "\(low)" : low == 0 && high == 9 ? "\\d" : "[\(low)-\(high)]"
    }

    private static func any(_ count: Int) -> String {
        count == 0 ? "" : count == 1 ? "\\d" : "\\d{\(count)}"
    }
}
