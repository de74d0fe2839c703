/// A wiring as a picture (SVG): the header with a label and a wire for each pin that is used.
struct WiringPicture {
    private static let row = 24
    private static let top = 56
    /// Where the two rows of pins are, and the labels beside them.
    private static let columns = (left: 448, right: 472)
    private static let labels = (left: 330, right: 590)
    private static let width = 920
    /// One for each user, again from the beginning after the last: dark enough to be read on white.
    private static let colours = [
        "#1f6fb2", "#8a4fbf", "#0b7f6b", "#c03a8a", "#3f51a5", "#5a7a12", "#7a5c3e", "#4f6470",
    ]

    let wiring: Wiring

    var text: String {
        let notes = notes
        let more = Self.widthBesides(HeaderPin.all.compactMap { wiring.label(at: $0)?.count })
        let height = Self.top + 20 * Self.row + 20 + 20 * notes.count
        let board =
            "<rect x=\"424\" y=\"\(Self.top - 8)\" width=\"72\" height=\"\(20 * Self.row + 4)\" "
        return
            ([
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.width + 2 * more)\" "
                    + "height=\"\(height)\" viewBox=\"\(-more) 0 \(Self.width + 2 * more) \(height)\" "
                    + "font-family=\"sans-serif\" font-size=\"13\">",
                "<rect x=\"\(-more)\" width=\"100%\" height=\"100%\" fill=\"white\"/>",
                label(24, 30, "\(wiring.name) at the 40-pin header", "font-size=\"18\""),
                board + "rx=\"6\" fill=\"#1d5e37\"/>",
            ] + HeaderPin.all.flatMap(pin)
            + notes.enumerated().map { index, note in
                label(
                    24, Self.top + 20 * Self.row + 24 + 20 * index, note.text,
                    note.isConflict ? "fill=\"#c02020\" font-weight=\"bold\"" : "fill=\"#333333\"")
            } + ["</svg>", ""]).joined(separator: "\n")
    }

    /// What labels of so many letters take on each side beyond the usual: a bold letter takes 8 or so.
    private static func widthBesides(_ letters: [Int]) -> Int {
        max(0, 8 * (letters.max() ?? 0) - labels.left + 24)
    }

    // MARK: Pins

    private func pin(_ pin: HeaderPin) -> [String] {
        let isLeft = pin.number % 2 == 1
        let y = Self.top + (pin.number - 1) / 2 * Self.row + 8
        let x = isLeft ? Self.columns.left : Self.columns.right
        let side = isLeft ? "text-anchor=\"end\"" : ""
        let nameX = isLeft ? 418 : 502
        var parts = [
            "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"8\" fill=\"\(fill(pin))\" stroke=\"white\"/>",
            label(
                x, y + 4, "\(pin.number)",
                "text-anchor=\"middle\" font-size=\"9\" fill=\"\(ink(pin))\""),
            label(nameX, y + 4, pin.name, "\(side) fill=\"#333333\""),
        ]
        guard let text = wiring.label(at: pin) else { return parts }
        let (from, to) = isLeft ? (360, Self.labels.left + 8) : (560, Self.labels.right - 8)
        let colour = colour(pin)
        parts.append(
            "<path d=\"M\(from) \(y)H\(to)\" stroke=\"\(colour)\" stroke-width=\"3\"/>")
        let weight = wiring.isConflict(at: pin) ? "font-weight=\"bold\"" : ""
        parts.append(
            label(
                isLeft ? Self.labels.left : Self.labels.right, y + 4, text,
                "\(side) \(weight) fill=\"\(colour)\""))
        return parts
    }

    private func fill(_ pin: HeaderPin) -> String {
        switch pin.role {
        case .supply: pin.name == "5 V" ? "#c8321e" : "#e0902a"
        case .ground: "#111111"
        case .gpio: wiring.label(at: pin) == nil ? "#d8d8d8" : colour(pin)
        }
    }

    private func ink(_ pin: HeaderPin) -> String {
        pin.gpio != nil && wiring.label(at: pin) == nil ? "#555555" : "white"
    }

    private func colour(_ pin: HeaderPin) -> String {
        if wiring.isConflict(at: pin) { return "#c02020" }
        let user = wiring.wires(at: pin).first?.user
        let index = wiring.users.firstIndex { $0 == user } ?? 0
        return Self.colours[index % Self.colours.count]
    }

    // MARK: Words

    private var notes: [(text: String, isConflict: Bool)] {
        wiring.conflicts.map { ("\($0)", true) } + wiring.remarks.map { ($0, false) }
    }

    private func label(_ x: Int, _ y: Int, _ text: String, _ style: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" \(style)>\(Self.escaped(text))</text>"
    }

    /// As XML wants it: names come from a file.
    private static func escaped(_ text: String) -> String {
        text.map { letter in
            switch letter {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: String(letter)
            }
        }.joined()
    }
}
