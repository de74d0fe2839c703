/// JSON that remembers in which line each of its values begins: for files whose authors want to
/// know where, when what is wrong is the meaning.
package struct LocatedJSON: Sendable {
    package let value: JSONValue
    private let place: JSONPlace

    /// Reads a whole document.
    ///
    /// - Throws: where and why `bytes` are not JSON.
    package init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
        (value, place) = try JSONParser.locate(bytes)
    }

    private init(_ value: JSONValue, _ place: JSONPlace) {
        self.value = value
        self.place = place
    }

    /// Counted from 1.
    package var line: Int { place.line }

    package subscript(key: String) -> LocatedJSON? {
        guard let member = value[key], let place = place.members[key] else { return nil }
        return LocatedJSON(member, place)
    }

    /// What a list holds; `nil` when this is no list.
    package var items: [LocatedJSON]? {
        guard case .array(let items) = value else { return nil }
        return zip(items, place.items).map { LocatedJSON($0, $1) }
    }

    /// The line of what a `SettingPath` leads to, or of the last that is there on the way.
    package func line(of path: String) -> Int {
        var place = place
        for step in path.split(whereSeparator: { $0 == "." || $0 == "[" || $0 == "]" }) {
            let index = Int(step) ?? -1
            if let member = place.members[String(step)] {
                place = member
            } else if place.items.indices.contains(index) {
                place = place.items[index]
            } else {
                break
            }
        }
        return place.line
    }
}

/// In which line a value begins, and what is in it.
struct JSONPlace: Sendable {
    let line: Int
    var members: [String: JSONPlace] = [:]
    var items: [JSONPlace] = []
}

/// Notes the places while a parser passes them.
struct JSONPlaceRecorder {
    private let bytes: [UInt8]
    private var open: [JSONPlace] = []
    private var latest: JSONPlace?
    private var line = 1
    private var counted = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The place of what was read last: in the end, of the document.
    var document: JSONPlace? { latest }

    mutating func begin(at index: Int) {
        line += bytes[counted..<index].count { $0 == UInt8(ascii: "\n") }
        counted = index
        open.append(JSONPlace(line: line))
    }

    mutating func end() {
        latest = open.popLast()
    }

    /// The value that was read last is a member of the object that is open.
    mutating func keep(under key: String) {
        guard let latest, !open.isEmpty else { return }
        open[open.count - 1].members[key] = latest
    }

    /// The value that was read last is an item of the list that is open.
    mutating func keepItem() {
        guard let latest, !open.isEmpty else { return }
        open[open.count - 1].items.append(latest)
    }
}
