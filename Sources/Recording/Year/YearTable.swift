import Core
import JSON
import Settings
import Values

/// What each quarter of an hour of the last year was, in words that a policy has for it: `marks` of its details.
package struct YearTable: Equatable, Sendable {
    package struct Day: Equatable, Sendable {
        /// "2026-11-22", by the local clock.
        package let date: String
        /// A bit for each of the table's marks; `nil` where nothing is known.
        package fileprivate(set) var quarters: [UInt8?]
    }

    static let quarterCount = 96
    static let maxDays = 366
    /// As many as one letter of base64 can tell.
    static let maxMarks = 6
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// In the order in which they came up; those beyond the last bit are left out.
    package private(set) var marks: [String] = []
    /// In their order, with holes.
    package private(set) var days: [Day] = []

    package init() {}

    /// One quarter of a day.
    package struct Quarter: Equatable, Sendable {
        let date: String
        /// 0..<96
        let number: Int

        package init(_ time: WallTime) {
            date = String(time.description.prefix(10))
            number = time.localMinute / 15
        }

        fileprivate init(date: String, number: Int) {
            self.date = date
            self.number = number
        }

        fileprivate init?(date: Substring, clock: Substring) {
            let minutes = clock.split(separator: ":").compactMap { Int($0) }
            guard date.utf8.count == 10, date.split(separator: "-").map(\.utf8.count) == [4, 2, 2],
                date.allSatisfy({ $0 == "-" || ("0"..."9").contains($0) }), minutes.count == 2,
                (0..<24).contains(minutes[0]), [0, 15, 30, 45].contains(minutes[1])
            else { return nil }
            self.date = String(date)
            number = minutes[0] * 4 + minutes[1] / 15
        }

        fileprivate var text: String {
            "\(date) \(padded(number / 4, to: 2)):\(padded(number % 4 * 15, to: 2))"
        }
    }

    /// It was so, in this quarter of an hour or a part of it.
    package mutating func note(_ words: some Collection<String>, in quarter: Quarter) {
        let bits = words.sorted().reduce(0 as UInt8) { $0 | bit(of: $1) }
        let index = index(of: quarter.date)
        guard days.indices.contains(index) else { return }
        days[index].quarters[quarter.number] = (days[index].quarters[quarter.number] ?? 0) | bits
    }

    private mutating func bit(of word: String) -> UInt8 {
        if !marks.contains(word), marks.count < Self.maxMarks { marks.append(word) }
        return marks.firstIndex(of: word).map { 1 << UInt8($0) } ?? 0
    }

    /// That of a day, which is made; out of range for one that is older than a full table.
    private mutating func index(of date: String) -> Int {
        let place = days.lastIndex { $0.date <= date }
        if let place, days[place].date == date { return place }
        let new = place.map { $0 + 1 } ?? 0
        days.insert(
            Day(date: date, quarters: Array(repeating: nil, count: Self.quarterCount)), at: new)
        guard days.count > Self.maxDays else { return new }
        days.removeFirst()
        return new - 1
    }

    // MARK: As text

    /// What a file has for a quarter: "2026-11-22 06:45 dark locked".
    package static func line(_ words: some Collection<String>, in quarter: Quarter) -> String {
        ([quarter.text] + words.sorted()).joined(separator: " ") + "\n"
    }

    /// Reads such lines; one that is none, as a power cut leaves it, tells nothing.
    package init(parsing bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.count <= 200 {
            let words = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard words.count >= 2, let quarter = Quarter(date: words[0], clock: words[1]),
                words.dropFirst(2).allSatisfy({ isPlainName(String($0)) })
            else { continue }
            note(words.dropFirst(2).map(String.init), in: quarter)
        }
    }

    /// The lines of all that is known.
    package var bytes: [UInt8] {
        days.flatMap { day in
            day.quarters.enumerated().flatMap { number, bits -> [UInt8] in
                guard let bits else { return [] }
                let words = marks.enumerated().filter { bits >> UInt8($0.offset) & 1 == 1 }
                let quarter = Quarter(date: day.date, number: number)
                return Array(Self.line(words.map(\.element), in: quarter).utf8)
            }
        }
    }

    /// `marks`, and for each day its `date` and a letter of base64 for each quarter, whose bits are the marks; "." where
    /// nothing is known.
    package var json: JSONValue {
        [
            "marks": .array(marks.map(JSONValue.string)),
            "days": .array(
                days.map { day in
                    let letters = day.quarters.map { bits in
                        bits.map { Self.letters[Int($0 & 63)] } ?? UInt8(ascii: ".")
                    }
                    return [
                        "date": .string(day.date),
                        "quarters": .string(String(decoding: letters, as: UTF8.self)),
                    ]
                }),
        ]
    }
}
