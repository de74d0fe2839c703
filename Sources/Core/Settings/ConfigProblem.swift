/// One thing that is wrong with a configuration: where it is, and what was expected there.
package struct ConfigProblem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The place in the file, like `drivers.bolt.pulse_min`; empty for the file itself.
    package let path: String
    package let message: String

    package init(path: String, _ message: String) {
        self.path = path
        self.message = message
    }

    package var description: String {
        path.isEmpty ? message : "\(path): \(message)"
    }
}

/// Everything that is wrong with a configuration, all at once: nobody likes one error a try.
package struct ConfigProblems: Error, Sendable, CustomStringConvertible {
    package let all: [ConfigProblem]

    package init(_ all: [ConfigProblem]) {
        self.all = all
    }

    package var description: String {
        all.map(\.description).joined(separator: "\n")
    }
}

/// "did you mean" for a word that is not among those known; empty when nothing is near.
package func suggestion(for word: String, among known: some Sequence<String>) -> String {
    let near = known.map { ($0, editDistance(word, $0)) }
        .filter { $0.1 <= max(1, min(3, word.count / 3)) }
        .min { ($0.1, $0.0) < ($1.1, $1.0) }
    guard let near else { return "" }
    return " Did you mean \"\(near.0)\"?"
}

/// The Levenshtein distance: insertions, deletions and substitutions from one word to the other.
private func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (line, letter) in left.enumerated() {
        var diagonal = row[0]
        row[0] = line + 1
        for column in right.indices {
            let substituted = diagonal + (letter == right[column] ? 0 : 1)
            diagonal = row[column + 1]
            row[column + 1] = min(substituted, diagonal + 1, row[column] + 1)
        }
    }
    return row[right.count]
}
