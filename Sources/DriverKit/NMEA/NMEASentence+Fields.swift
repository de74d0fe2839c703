import Values

/// Reads fields as values. Each is `nil` where the field is empty, which means "unknown" and
/// never zero, and throws where the text is no such value.
extension NMEASentence {
    package func number(
        _ field: Int, _ name: String, _ range: ClosedRange<Double>
    ) throws(NMEAError) -> Double? {
        guard let text = self[field] else { return nil }
        guard let number = decimalNumber(text), range.contains(number) else {
            throw fieldError(name, text)
        }
        return number
    }

    package func integer(
        _ field: Int, _ name: String, _ range: ClosedRange<Int>
    ) throws(NMEAError) -> Int? {
        guard let text = self[field] else { return nil }
        guard let number = wholeNumber(text.utf8, range) else { throw fieldError(name, text) }
        return number
    }

    package func time(_ field: Int) throws(NMEAError) -> NMEATimeOfDay? {
        guard let text = self[field] else { return nil }
        guard let time = NMEATimeOfDay(text) else { throw fieldError("time", text) }
        return time
    }

    /// Reads `ddmmyy` as days since 1970.
    ///
    /// The years 80 to 99 are those of the last century: GPS time began in January 1980.
    package func day(_ field: Int) throws(NMEAError) -> Int? {
        guard let text = self[field] else { return nil }
        let digits = Array(text.utf8)
        guard digits.count == 6, let day = wholeNumber(digits[0..<2]),
            let month = wholeNumber(digits[2..<4]), let year = wholeNumber(digits[4..<6]),
            let days = CivilDate.daysSince1970(
                year: year + (year < 80 ? 2000 : 1900), month: month, day: day)
        else { throw fieldError("date", text) }
        return days
    }

    /// Refuses a value in another unit, which receivers do not give but the standard could.
    package func checkUnit(_ field: Int, is unit: String, of name: String) throws(NMEAError) {
        guard let text = self[field], text != unit else { return }
        throw NMEAError("\(type): \(name) in \"\(text.prefix(20))\" instead of \"\(unit)\"")
    }

    /// Reads `ddmm.mmmm,N,dddmm.mmmm,E` from four fields.
    package func position(_ field: Int) throws(NMEAError) -> Position? {
        let north = try coordinate(field, "latitude", degreeDigits: 2, "N", "S")
        let east = try coordinate(field + 2, "longitude", degreeDigits: 3, "E", "W")
        if north == nil, east == nil { return nil }
        guard let north, let east else {
            throw NMEAError("\(type): half a position, one of latitude and longitude is empty")
        }
        guard let position = Position(latitude: north, longitude: east) else {
            throw NMEAError("\(type): latitude over 90 or longitude over 180 degrees")
        }
        return position
    }

    /// Reads degrees and minutes without a sign, and the hemisphere in the next field.
    private func coordinate(
        _ field: Int, _ name: String, degreeDigits: Int, _ positive: String, _ negative: String
    ) throws(NMEAError) -> Double? {
        if self[field] == nil, self[field + 1] == nil { return nil }
        guard let text = self[field], let hemisphere = self[field + 1] else {
            throw NMEAError("\(type): \(name) and hemisphere, one of them is empty")
        }
        // Leading zeros are required: without them 131.0 could be 1°31' or 13°1'.
        let digits = text.prefix { $0 != "." }
        guard digits.utf8.count == degreeDigits + 2,
            let degrees = wholeNumber(text.prefix(degreeDigits).utf8),
            let minutes = decimalNumber(text.dropFirst(degreeDigits)), (0..<60).contains(minutes),
            hemisphere == positive || hemisphere == negative
        else { throw fieldError(name, "\(text),\(hemisphere)") }
        let magnitude = Double(degrees) + minutes / 60
        return hemisphere == positive ? magnitude : -magnitude
    }

    package func fieldError(_ name: String, _ text: String) -> NMEAError {
        NMEAError("\(type): not a valid \(name): \"\(text.prefix(40))\"")
    }

    /// Reads HDT, where the nose points: 1 degrees, 2 "T" for true north. Not to be taken for VTG's
    /// course, which is where the whole moves.
    ///
    /// - Returns: `nil` for a sentence of another type, and while the compass gives none.
    package func trueHeading() throws(NMEAError) -> Heading? {
        guard type == "HDT" else { return nil }
        try checkUnit(2, is: "T", of: "heading")
        return try number(1, "heading", 0...360).map { Heading(.degrees($0)) }
    }
}
