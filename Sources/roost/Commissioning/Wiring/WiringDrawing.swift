import Terminal

/// A wiring for a terminal: the header as it lies before one who looks at the board with the header at the
/// top right, or, where that is too wide, a line for each pin that is used.
struct WiringDrawing {
    /// Between the labels: two pins with their numbers and names.
    private static let middle = 30
    private static let narrowestLabel = 16

    let wiring: Wiring

    func lines(columns: Int) -> [StyledText] {
        let room = (columns - Self.middle) / 2
        return [StyledText("\(wiring.name) at the 40-pin header", .bold), ""]
            + (room < Self.narrowestLabel ? list(columns) : header(room)) + notes(columns)
    }

    // MARK: The header

    private func header(_ room: Int) -> [StyledText] {
        let widest = HeaderPin.all.compactMap { wiring.label(at: $0)?.count }.max() ?? 0
        let width = min(room, max(Self.narrowestLabel, widest + 3))
        let rows = stride(from: 0, to: HeaderPin.all.count, by: 2).map { index in
            left(HeaderPin.all[index], width) + StyledText(" ")
                + right(HeaderPin.all[index + 1]).truncated(to: Self.middle / 2 + width)
        }
        let cut = HeaderPin.all.filter { (wiring.label(at: $0)?.count ?? 0) + 3 > width }
        return rows + (cut.isEmpty ? [] : [""]) + cut.flatMap { entry($0, columns: 2 * room) }
    }

    private func left(_ pin: HeaderPin, _ width: Int) -> StyledText {
        let label = wiring.label(at: pin).map { "\($0) ──" } ?? ""
        let shown = wire(label, at: pin).truncated(to: width)
        let space = String(repeating: " ", count: width - shown.width)
        return StyledText(space) + shown + StyledText(" ")
            + name(pin, padded: padded(pin.name, before: true))
            + StyledText(padded("\(pin.number)", before: true, to: 3)) + StyledText(" ") + dot(pin)
    }

    private func right(_ pin: HeaderPin) -> StyledText {
        let number = dot(pin) + StyledText(padded(" \(pin.number)", before: false, to: 4))
        guard let label = wiring.label(at: pin) else { return number + name(pin, padded: pin.name) }
        return number + name(pin, padded: padded(pin.name, before: false))
            + wire(" ── \(label)", at: pin)
    }

    private func padded(_ text: String, before: Bool, to width: Int = 7) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return before ? space + text : text + space
    }

    // MARK: A list

    private func list(_ columns: Int) -> [StyledText] {
        // A loop: with a filter and a map the optimiser of Swift 6.3.1 ends with "Found ownership error".
        var lines: [StyledText] = []
        for pin in HeaderPin.all where wiring.label(at: pin) != nil {
            lines += entry(pin, columns: columns)
        }
        return lines
            + supplies.flatMap { TextWrap.lines(of: $0, columns: columns).map { StyledText($0) } }
    }

    private var supplies: [String] {
        ["3.3 V", "5 V", "GND"].map { name in
            let pins = HeaderPin.all.filter { $0.name == name }.map { "\($0.number)" }
            return "\(name): pins \(pins.joined(separator: ", "))"
        }
    }

    private func entry(_ pin: HeaderPin, columns: Int) -> [StyledText] {
        let number = padded("\(pin.number)", before: true, to: 2)
        let head = "pin \(number) \(padded(pin.name, before: false)) "
        let text = TextWrap.lines(
            of: wiring.label(at: pin) ?? "", columns: max(10, columns - head.count))
        let indent = String(repeating: " ", count: head.count)
        return text.enumerated().map { index, line in
            StyledText(index == 0 ? head : indent) + wire(line, at: pin)
        }
    }

    // MARK: Looks

    private func dot(_ pin: HeaderPin) -> StyledText {
        if wiring.isConflict(at: pin) { return StyledText("▲", .alarm) }
        switch pin.role {
        case .supply: return StyledText("■", .red)
        case .ground: return StyledText("▼", .dim)
        case .gpio:
            let isFree = wiring.label(at: pin) == nil
            return isFree ? StyledText("·", .dim) : StyledText("●", .cyan)
        }
    }

    private func name(_ pin: HeaderPin, padded text: String) -> StyledText {
        switch pin.role {
        case .supply: StyledText(text, .red)
        case .ground: StyledText(text, .dim)
        case .gpio: StyledText(text, wiring.label(at: pin) == nil ? .dim : .plain)
        }
    }

    private func wire(_ text: String, at pin: HeaderPin) -> StyledText {
        StyledText(text, wiring.isConflict(at: pin) ? .alarm : .cyan)
    }

    // MARK: Beneath

    private func notes(_ columns: Int) -> [StyledText] {
        func wrapped(_ texts: [String], _ style: StyledText.Style) -> [StyledText] {
            texts.flatMap { TextWrap.lines(of: $0, columns: columns) }.map { StyledText($0, style) }
        }
        let all =
            wrapped(wiring.conflicts.map(\.description), .alarm) + wrapped(wiring.remarks, .plain)
        return all.isEmpty ? [] : [""] + all
    }
}
