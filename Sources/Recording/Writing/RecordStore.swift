import Core
import Values

/// Where lines of the record go: files, or what a test looks at.
package protocol RecordStore: Sendable {
    /// Makes ready what another process has left. May take a while.
    ///
    /// - Returns: what was repaired, for the log; `nil` where nothing was.
    /// - Throws: why nothing can be recorded here.
    mutating func prepare() throws(PlainError) -> String?

    /// The number that the next segment will have.
    var nextNumber: Int { get }

    /// Whether a new segment should be begun.
    var isSegmentFull: Bool { get }

    /// Begins a segment with its first line, and makes room for it.
    mutating func begin(_ header: String) throws(PlainError)

    /// Adds whole lines, so that they are there after a power cut. Where that fails, none of them is.
    mutating func append(_ lines: String) throws(PlainError)
}
