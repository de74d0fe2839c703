import Values

/// A point as a file holds it. Height and time are the text that is written: whoever uses one reads it then, so that one
/// which nobody needs is never a reason to refuse the file.
package struct PlacePoint: Equatable, Sendable {
    package let place: Result<Position, PlaceError>
    /// Metres, as a rule above sea level; `nil` where nothing is written.
    package internal(set) var elevation: String?
    /// `nil` where nothing is written.
    package internal(set) var time: String?
    /// The line of the file, counted from 1.
    package let line: Int

    init(_ place: Result<Position, PlaceError>, line: Int) {
        self.place = place
        self.line = line
    }
}

/// Why a file holds no points, and in which line.
package struct PlaceFileError: Error, Equatable, Sendable {
    package let line: Int
    package let message: String

    package init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }
}
