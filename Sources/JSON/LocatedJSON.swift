/// JSON that remembers in which line each of its values begins: for files whose authors want to
/// know where, when what is wrong is the meaning.
package struct LocatedJSON: Sendable {
    package let value: JSONValue
    private let place: JSONPlace

    /// Reads a whole document; with comments in it, where those are allowed.
    ///
    /// - Throws: where and why `bytes` are not JSON.
    package init(parsing bytes: [UInt8], allowsComments: Bool = false) throws(JSONSyntaxError) {
        (value, place) = try JSONParser.locate(bytes, allowsComments: allowsComments)
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

    /// The line of what is at a place below, or of the last that is there on the way.
    package func line(of path: SettingPath) -> Int { place(of: path).place.line }

    /// Where that stands, and whether it is there.
    package func place(of path: SettingPath) -> (place: JSONPlace, isThere: Bool) {
        var place = place
        for step in path.steps {
            let next: JSONPlace?
            switch step {
            case .key(let name): next = place.members[name]
            case .index(let index):
                next = place.items.indices.contains(index) ? place.items[index] : nil
            }
            guard let next else { return (place, false) }
            place = next
        }
        return (place, true)
    }
}

/// Where a value stands, and what is in it.
package struct JSONPlace: Sendable {
    let line: Int
    /// In bytes from the start of the document.
    package var range: Range<Int>
    /// Of a member of an object: where its key stands.
    package var key: Range<Int>?
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
        open.append(JSONPlace(line: line, range: index..<index))
    }

    mutating func end(at index: Int) {
        latest = open.popLast()
        if let start = latest?.range.lowerBound { latest?.range = start..<index }
    }

    /// The value that was read last is a member of the object that is open; its key stands at `range`.
    mutating func keep(under key: String, at range: Range<Int>) {
        guard var member = latest, !open.isEmpty else { return }
        member.key = range
        open[open.count - 1].members[key] = member
    }

    /// The value that was read last is an item of the list that is open.
    mutating func keepItem() {
        guard let latest, !open.isEmpty else { return }
        open[open.count - 1].items.append(latest)
    }
}
