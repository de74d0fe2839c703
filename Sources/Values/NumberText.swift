/// Numbers as people read them. `String(format:)` lives in full Foundation, which costs 44 MB.

/// A number without a needless ".0": 12, 0.25.
package func shortText(of number: Double) -> String {
    guard let whole = Int64(exactly: number) else { return "\(number)" }
    return "\(whole)"
}

/// A number with so many digits after the point, rounded half away from zero: "-3.50".
package func fixedText(of number: Double, decimals: Int) -> String {
    guard number.isFinite else { return number.isNaN ? "nan" : number < 0 ? "-inf" : "inf" }
    var scale = 1.0
    for _ in 0..<max(0, decimals) { scale *= 10 }
    let scaled = (abs(number) * scale).rounded()
    guard let units = Int64(exactly: scaled) else { return "\(number)" }
    let sign = number < 0 && units > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(units)" }
    let digits = padded(units, to: decimals + 1)
    return sign + digits.dropLast(decimals) + "." + digits.suffix(decimals)
}

/// A whole number, not below zero, with zeros before it up to so many digits.
package func padded(_ number: some BinaryInteger, to width: Int, radix: Int = 10) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A number with so many digits that count, and none that say nothing: "1013.3", "0.25", "12". All
/// digits before the point are kept.
package func roundedText(of number: Double, digits: Int) -> String {
    var decimals = digits - 1
    var limit = 10.0
    while abs(number) >= limit, decimals > 0 {
        decimals -= 1
        limit *= 10
    }
    limit = 1
    while number != 0, abs(number) < limit, decimals < digits + 6 {
        decimals += 1
        limit /= 10
    }
    let text = fixedText(of: number, decimals: decimals)
    guard text.contains(".") else { return text }
    return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
}

/// A duration in the unit that suits its size: "35 ms", "1.2 s", "4 min".
package func text(of duration: Duration) -> String {
    text(ofSeconds: duration.seconds)
}

/// A number of seconds in the unit that suits its size; also where it may be no duration at all.
package func text(ofSeconds seconds: Double) -> String {
    switch abs(seconds) {
    case 0: return "0 s"
    case ..<0.001: return "\(fixedText(of: seconds * 1e6, decimals: 0)) µs"
    case ..<1: return "\(fixedText(of: seconds * 1e3, decimals: abs(seconds) < 0.01 ? 2 : 0)) ms"
    case ..<120: return "\(fixedText(of: seconds, decimals: abs(seconds) < 10 ? 1 : 0)) s"
    case ..<7200: return "\(fixedText(of: seconds / 60, decimals: 0)) min"
    default: return "\(fixedText(of: seconds / 3600, decimals: 1)) h"
    }
}
