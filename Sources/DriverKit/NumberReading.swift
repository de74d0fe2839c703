/// Reads a decimal number with a point; `nil` for anything else, also for "nan" and "0x10", which
/// Swift would take for numbers.
package func decimalNumber(_ text: some StringProtocol) -> Double? {
    guard text.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || [0x2B, 0x2D, 0x2E].contains($0) })
    else { return nil }
    return Double(text)
}

/// Reads a number of digits alone: no sign, no space.
package func wholeNumber(_ digits: some Collection<UInt8>, _ range: ClosedRange<Int> = 0...9999)
    -> Int?
{
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    guard digits.allSatisfy(isDigit), let number = Int(String(decoding: digits, as: UTF8.self)),
        range.contains(number)
    else { return nil }
    return number
}
