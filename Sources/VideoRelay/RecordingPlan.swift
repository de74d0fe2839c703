import Glibc
import LinuxIO
import Values

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

extension RecordingPlan.Place {
    /// Nobody has so many flights on one card.
    private static let last = 99_999
    /// How often somebody else may take the number that was free.
    private static let attempts = 10

    /// Makes the file, which must not be there yet, in a directory under a name that no other has.
    ///
    /// - Throws: `EEXIST` when it is, or when all numbers are taken.
    func create() throws(IOError) -> (file: FileDescriptor, path: String) {
        switch self {
        case .file(let path): return (try Self.create(path), path)
        case .directory(let directory, let name):
            return try Self.create(in: directory, name: name)
        }
    }

    private static func create(_ path: String) throws(IOError) -> FileDescriptor {
        try FileDescriptor(open: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o640)
    }

    /// One more than the highest number: a gap is a recording that somebody took away, and its
    /// number would mislead.
    private static func create(
        in directory: String, name: String
    ) throws(IOError) -> (file: FileDescriptor, path: String) {
        for _ in 0..<attempts {
            let number = try highest(in: directory, name: name) + 1
            guard number <= last else { break }
            let path = "\(directory)/\(Self.name(number, of: name))"
            do throws(IOError) {
                return (try create(path), path)
            } catch {
                guard error.code == EEXIST else { throw error }
            }
        }
        throw IOError(call: "open", subject: "\(directory)/\(name)-*.h264", code: EEXIST)
    }

    /// The highest number in use; 0 when there is none.
    private static func highest(in directory: String, name: String) throws(IOError) -> Int {
        try fileNumbers(in: directory, behind: "\(name)-") { Self.name($0, of: name) }.last ?? 0
    }

    private static func name(_ number: Int, of name: String) -> String {
        "\(name)-\(padded(number, to: 4)).h264"
    }
}
