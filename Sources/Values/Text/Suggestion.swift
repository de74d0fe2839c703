/// "did you mean" for a word that is not among those known; empty when nothing is near.
package func suggestion(for word: String, among known: some Sequence<String>) -> String {
    suggestion(nearestWords(to: word, among: known))
}

/// The same for the words that are near.
package func suggestion(_ near: [String]) -> String {
    guard !near.isEmpty else { return "" }
    return " Did you mean \(near.map { "\"\($0)\"" }.joined(separator: " or "))?"
}

/// Those of the known words of which `word` may be a slip of the finger, all equally near; in their
/// order.
package func nearestWords(to word: String, among known: some Sequence<String>) -> [String] {
    // Longer ones are no slip of the finger, and comparing them costs time.
    guard word.count <= 40 else { return [] }
    let near = known.map { ($0, editDistance(word.lowercased(), $0.lowercased())) }
        .filter { $0.1 <= max(1, min(3, word.count / 3)) }
    guard let least = near.map(\.1).min() else { return [] }
    return near.filter { $0.1 == least }.map(\.0).sorted()
}

/// How many slips of the finger lie between two words, capitals aside: letters too many, missing, wrong, or
/// swapped with their neighbour (the "optimal string alignment" distance).
private func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var rows = [Array(0...right.count)]
    for (line, letter) in left.enumerated() {
        var row = [line + 1]
        for column in right.indices {
            let substituted = rows[line][column] + (letter == right[column] ? 0 : 1)
            var least = min(substituted, rows[line][column + 1] + 1, row[column] + 1)
            if line > 0, column > 0, letter == right[column - 1], left[line - 1] == right[column] {
                least = min(least, rows[line - 1][column - 1] + 1)
            }
            row.append(least)
        }
        rows.append(row)
    }
    return rows[left.count][right.count]
}
