import Almanac
import Settings
import Values

/// Parts of the day, and days of the week.
extension ClauseParser {
    mutating func timeOfDay() throws(LanguageError) -> Int {
        let word = take()
        let (time, end) = try time()
        let span = word.span.lowerBound..<end
        return add(
            Clause.Node(word.isWord(.after) ? .after(time) : .before(time), at: span))
    }

    private mutating func time() throws(LanguageError) -> (TimeOfDay, end: Int) {
        let first = take()
        var text = first.text
        var end = first.span.upperBound
        if first.kind == .word, token.isSign("+") || token.isSign("-") {
            let sign = take()
            let offset = take()
            text += sign.text + offset.text.filter { $0 != " " }
            end = offset.span.upperBound
        }
        let span = first.span.lowerBound..<max(end, first.span.upperBound)
        guard first.kind == .word || first.kind == .time, let time = TimeOfDay(text) else {
            if first.kind == .number, let hour = Int(first.text), (0..<24).contains(hour) {
                throw LanguageError(
                    "a time of day has minutes. Did you mean \"\(hour):00\"?", at: first.span,
                    replacement: "\(hour):00")
            }
            let events = TimeOfDay.SunEvent.allCases.map(\.rawValue)
            let near = first.kind == .word ? nearestWords(to: text, among: events) : []
            throw LanguageError(
                "expected a time of day such as \"21:30\" or \"sunset+30min\", found "
                    + "\"\(text.prefix(40))\".\(suggestion(near))", at: span,
                replacement: near.count == 1 ? near[0] : nil)
        }
        return (time, end)
    }

    /// "on saturday, sunday"
    mutating func days() throws(LanguageError) -> Int {
        let word = take()
        var bits: UInt8 = 0
        var end = word.span.upperBound
        repeat {
            let day = take()
            guard day.kind == .word, let bit = DayWord.bits(day.text) else {
                let near = day.kind == .word ? nearestWords(to: day.text, among: DayWord.all) : []
                throw LanguageError(
                    "expected a day, found \"\(day.text.prefix(40))\".\(suggestion(near)) There are "
                        + DayWord.all.joined(separator: ", "), at: day.span, .unknownName,
                    replacement: near.count == 1 ? near[0] : nil)
            }
            bits |= bit
            end = day.span.upperBound
            guard token.isSign(",") else { break }
            _ = take()
        } while true
        return add(Clause.Node(.days(bits), at: word.span.lowerBound..<end))
    }
}
