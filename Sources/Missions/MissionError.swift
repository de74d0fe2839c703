/// A place in a mission's file, in the words of its reader.
package struct FilePlace: Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    /// "item 3 (NAV_WAYPOINT)", "fence 1"; empty for the file as a whole.
    package let name: String

    package init(line: Int, _ name: String = "") {
        self.line = line
        self.name = name
    }
}

/// Something about a mission that its author should know, and where.
package struct MissionError: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: Sendable {
        /// It may not be flown.
        case refusal
        /// It is flown, but not quite as the file may have meant.
        case warning
    }

    package let severity: Severity
    package let place: FilePlace
    package let message: String

    package init(_ severity: Severity, at place: FilePlace, _ message: String) {
        self.severity = severity
        self.place = place
        self.message = message
    }

    /// "line 4: item 3 (NAV_WAYPOINT): latitude 91 is not in -90...90"
    package var description: String { "line \(place.line): \(inItsLine)" }

    /// The same without the line, for those who put the file's name before it.
    package var inItsLine: String {
        let word = severity == .warning ? "warning: " : ""
        return place.name.isEmpty ? "\(word)\(message)" : "\(place.name): \(word)\(message)"
    }
}

/// Gathers errors, each once, so that one run shows every one of them.
struct MissionErrors: Sendable {
    /// Nobody reads more; a file of megabytes could have a hundred thousand.
    private static let limit = 1000

    private(set) var all: [MissionError] = []
    private var known: Set<MissionError> = []
    private var hasRefusal = false
    private(set) var isFull = false

    var refuses: Bool { hasRefusal }

    mutating func refuse(_ place: FilePlace, _ message: String) {
        add(MissionError(.refusal, at: place, message))
    }

    mutating func warn(_ place: FilePlace, _ message: String) {
        add(MissionError(.warning, at: place, message))
    }

    mutating func add(_ error: MissionError) {
        if error.severity == .refusal { hasRefusal = true }
        guard all.count < Self.limit else { return end(error.place) }
        if known.insert(error).inserted { all.append(error) }
    }

    private mutating func end(_ place: FilePlace) {
        guard !isFull else { return }
        isFull = true
        all.append(
            MissionError(
                .refusal, at: FilePlace(line: place.line),
                "more than \(Self.limit) errors; the rest is not listed"))
        hasRefusal = true
    }
}
