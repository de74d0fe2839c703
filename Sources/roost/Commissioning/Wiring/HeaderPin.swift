/// A pin of the 40-pin header, which is the same on every Raspberry Pi since the B+ (2014): Raspberry Pi's
/// documentation, "GPIO and the 40-pin header".
struct HeaderPin: Equatable {
    enum Role: Equatable {
        case supply(String)
        case ground
        /// The processor's (BCM) number of the line.
        case gpio(Int)
    }

    /// 1 to 40: odd ones in the row towards the middle of the board.
    let number: Int
    let role: Role

    /// In the order of their numbers.
    static let all: [HeaderPin] =
        """
        3.3 5 2 5 3 G 4 14 G 15 17 18 27 G 22 23 3.3 24 10 G 9 25 11 8 G 7 0 1 5 G 6 12 13 G 19 16 26 20 G 21
        """
        .split(separator: " ").enumerated().map { index, word in
            HeaderPin(number: index + 1, role: role(word, atPin: index + 1))
        }

    /// "5" is GPIO 5 at pin 29, and a supply at pins 2 and 4.
    private static func role(_ word: Substring, atPin pin: Int) -> Role {
        if word == "G" { return .ground }
        if word == "3.3" || pin == 2 || pin == 4 { return .supply("\(word) V") }
        return .gpio(Int(word) ?? 0)
    }

    static func at(gpio: Int) -> HeaderPin? { all.first { $0.role == .gpio(gpio) } }

    var name: String {
        switch role {
        case .supply(let volts): volts
        case .ground: "GND"
        case .gpio(let line): "GPIO \(line)"
        }
    }

    var gpio: Int? {
        if case .gpio(let line) = role { line } else { nil }
    }
}
