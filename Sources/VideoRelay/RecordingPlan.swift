/// Where a recording goes and how large it may become.
package struct RecordingPlan: Equatable, Sendable {
    package enum Place: Equatable, Sendable {
        /// This very file, which must not be there yet.
        case file(String)
        /// A file of the directory, numbered: name-0001.h264.
        case directory(String, name: String)
    }

    package let place: Place
    /// Of the file, in bytes.
    package let limit: Int
    /// What must stay free where it lies, in bytes.
    package let keepFree: Int

    package init(_ place: Place, limit: Int, keepFree: Int) {
        self.place = place
        self.limit = limit
        self.keepFree = keepFree
    }
}
