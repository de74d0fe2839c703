/// A word for the case of a reason, and one for what it is about: "paused" and "link-lost" read
/// "paused-link-lost". Kept apart, so that a step can compare what it decided with what the last one did
/// without putting text together; the parts are literals, which cost nothing to pass on.
package struct CodeParts: Equatable {
    package let word: String
    package let detail: String?

    package init(_ word: String, _ detail: String? = nil) {
        self.word = word
        self.detail = detail
    }

    package var text: String { detail.map { "\(word)-\($0)" } ?? word }
}
