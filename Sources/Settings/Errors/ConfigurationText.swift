import JSON

/// The text of a configuration with its name: it shows where in it an error is.
package struct ConfigurationText: Sendable {
    /// A line of it, and the part of that which is meant.
    private struct Mark {
        /// Counted from 1.
        let line: Int
        /// In bytes from the start of the text.
        let range: Range<Int>
    }

    /// Wider lines are shown around the mark only.
    private static let widest = 100
    private static let newline = UInt8(ascii: "\n")

    /// How it is called in messages: the path of the file.
    package let name: String
    package let bytes: [UInt8]

    package init(name: String, _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Each error with its file, line and column, the line itself, and the line as it should be where
    /// that is certain. In the order of the file.
    package func report(_ errors: ConfigurationErrors) -> [String] {
        let located: LocatedJSON
        do throws(JSONSyntaxError) {
            located = try LocatedJSON(parsing: bytes, allowsComments: true)
        } catch {
            let mark = mark(error)
            return [
                head(mark, "not JSON: \(error.message)", .notJSON) + excerpt(mark)
                    + corrected(error.removal.map { ($0, "") }, mark)
            ]
        }
        return errors.all.map { error in (mark(error, in: located), error) }
            .sorted { $0.0.range.lowerBound < $1.0.range.lowerBound }
            .map { mark, error in
                head(mark, error.description, error.code) + excerpt(mark)
                    + corrected(edit(error, in: located), mark)
            }
    }

    /// The text with one error corrected; `nil` where it has no correction.
    func corrected(_ error: ConfigurationError, in located: LocatedJSON) -> [UInt8]? {
        edit(error, in: located).map(replacing)
    }

    /// The text without what makes it no JSON; `nil` where that is not certain.
    func corrected(_ error: JSONSyntaxError) -> [UInt8]? {
        error.removal.map { replacing(($0, "")) }
    }

    private func replacing(_ edit: Edit) -> [UInt8] {
        Array(bytes[..<edit.range.lowerBound]) + Array(edit.text.utf8)
            + Array(bytes[edit.range.upperBound...])
    }

    /// What stands for which bytes.
    private typealias Edit = (range: Range<Int>, text: String)

    private func edit(_ error: ConfigurationError, in located: LocatedJSON) -> Edit? {
        let (place, isThere) = located.place(of: error.place)
        guard isThere else { return nil }
        switch error.correction {
        case .rename(let name): return place.key.map { ($0, JSONValue.string(name).line) }
        case .replace(let value): return (place.range, value.line)
        case .remove:
            return place.key.flatMap { member($0.lowerBound..<place.range.upperBound) }.map {
                ($0, "")
            }
        case nil: return nil
        }
    }

    /// A member with its comma, and with its line where nothing else stands there; `nil` where a comment stands between
    /// it and the comma before it.
    private func member(_ member: Range<Int>) -> Range<Int>? {
        func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, Self.newline].contains(byte) }
        let comma = UInt8(ascii: ",")
        let after = bytes[member.upperBound...].firstIndex { !isBlank($0) }
        guard let after, bytes[after] == comma else {
            // The last of its object: the comma before it goes, and what stands between them.
            let before = bytes[..<member.lowerBound].lastIndex { !isBlank($0) }
            guard let before else { return nil }
            if bytes[before] == UInt8(ascii: "{") { return member }
            return bytes[before] == comma ? before..<member.upperBound : nil
        }
        let rest =
            bytes[(after + 1)...].firstIndex { !isBlank($0) || $0 == Self.newline }
            ?? bytes.endIndex
        let line = bytes[..<member.lowerBound].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
        let isAlone =
            rest < bytes.endIndex && bytes[rest] == Self.newline
            && bytes[line..<member.lowerBound].allSatisfy(isBlank)
        return isAlone ? line..<(rest + 1) : member.lowerBound..<rest
    }

    // MARK: Where it is

    /// The value; or its key, where that is wrong or what is missing belongs below it.
    private func mark(_ error: ConfigurationError, in located: LocatedJSON) -> Mark {
        let (place, isThere) = located.place(of: error.place)
        let isAboutKey = [.unknownKey, .badName].contains(error.code)
        if isThere, let span = error.span { return mark(part(span, ofText: place.range)) }
        let isLong = bytes[place.range].contains(Self.newline)
        guard let key = place.key, isAboutKey || !isThere || isLong else {
            let range = isLong ? place.range.prefix(1) : place.range[...]
            return mark(range.startIndex..<range.endIndex)
        }
        return mark(key)
    }

    private func mark(_ range: Range<Int>) -> Mark {
        let line = bytes[..<range.lowerBound].count { $0 == Self.newline } + 1
        return Mark(line: line, range: range)
    }

    private func mark(_ error: JSONSyntaxError) -> Mark {
        Mark(line: error.line, range: error.offset..<min(error.offset + 1, bytes.count))
    }

    /// The line that a byte is in.
    private func line(at index: Int) -> ArraySlice<UInt8> {
        let start = bytes[..<index].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
        let end = bytes[index...].firstIndex(of: Self.newline) ?? bytes.count
        return bytes[start..<max(start, end)]
    }

    // MARK: How it is shown

    private func head(
        _ mark: Mark, _ message: String, _ code: ConfigurationError.Code
    ) -> String {
        let line = line(at: mark.range.lowerBound)
        let column = text(line[..<mark.range.lowerBound]).count + 1
        return "\(name):\(mark.line):\(column): \(message) [\(code.rawValue)]"
    }

    private func excerpt(_ mark: Mark) -> String {
        let line = line(at: mark.range.lowerBound)
        let before = text(line[..<mark.range.lowerBound])
        // What is missing at the end of a line is marked behind it.
        let marked = line[mark.range.lowerBound..<min(mark.range.upperBound, line.endIndex)]
        let length = max(1, text(marked).count)
        let start = start(of: text(line), mark: before.count)
        let shown = shown(text(line), from: start)
        // A tab stays a tab, so that the mark stands below what it means.
        let indent = before.dropFirst(start).map { $0 == "\t" ? $0 : " " }
        return "\n\(gutter("\(mark.line)"))\(shown)\n\(gutter(""))" + String(indent)
            + (start > 0 ? " " : "")
            + String(repeating: "^", count: min(length, Self.widest))
    }

    /// The line as it should be.
    private func corrected(_ edit: Edit?, _ mark: Mark) -> String {
        guard let (range, new) = edit else { return "" }
        let line = line(at: range.lowerBound)
        guard line.startIndex <= range.lowerBound, range.upperBound <= line.endIndex else {
            return ""
        }
        let before = text(line[..<range.lowerBound])
        let whole = before + new + text(line[range.upperBound...])
        return "\n\(gutter("+"))" + shown(whole, from: start(of: text(line), mark: before.count))
    }

    private func gutter(_ text: String) -> String {
        String(repeating: " ", count: max(0, 5 - text.count)) + text + " | "
    }

    /// From which character on a line is shown that has its mark there.
    private func start(of line: String, mark: Int) -> Int {
        line.count <= Self.widest ? 0 : max(0, mark - Self.widest / 2)
    }

    private func shown(_ line: String, from start: Int) -> String {
        let part = line.dropFirst(start)
        return (start > 0 ? "…" : "") + part.prefix(Self.widest)
            + (part.count > Self.widest ? "…" : "")
    }

    /// Without what could move a cursor.
    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(
            String(decoding: bytes, as: UTF8.self).map { letter in
                let moves = letter.unicodeScalars.contains { $0.value < 32 || $0.value == 127 }
                return moves && letter != "\t" ? "?" : letter
            })
    }
}
