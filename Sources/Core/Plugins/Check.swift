/// What a policy looks at before it does what cannot be taken back: what it found, what that must be,
/// and whether it is.
@usableFromInline
package struct Check: Codable, Equatable, Sendable {
    package enum Verdict: String, Codable, Sendable {
        case met, failed
        /// It cannot be told; then another one has failed and says why.
        case unknown
    }

    /// What is looked at, in a word: "battery".
    package let name: String
    /// What was found, with its unit; "none" where nothing was.
    package let measured: String
    /// What it must be, with its unit: "at least 40 %".
    package let limit: String
    package let verdict: Verdict
    /// All that speaks against it here, each in a sentence; of one that has failed.
    package let obstacles: [String]

    /// `measured` is `nil` where nothing is known.
    package init(_ name: String, measured: String?, limit: String, obstacles: [String]) {
        self.name = name
        self.measured = measured ?? "none"
        self.limit = limit
        self.obstacles = obstacles
        verdict = !obstacles.isEmpty ? .failed : measured == nil ? .unknown : .met
    }
}
