import Glibc
import LinuxIO

/// Finds a name for a recording that no other has.
enum RecordingName {
    /// Nobody has so many flights on one card.
    private static let last = 99_999
    /// How often somebody else may take the number that was free.
    private static let attempts = 10

    /// Makes the file, which must not be there yet.
    ///
    /// - Throws: `EEXIST` when it is, or when all numbers are taken.
    static func create(
        _ place: RecordingPlan.Place
    ) throws(IOError) -> (file: FileDescriptor, path: String) {
        switch place {
        case .file(let path): return (try create(path), path)
        case .directory(let directory, let name):
            return try create(in: directory, name: name)
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
            let digits = String(number)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            let path = "\(directory)/\(name)-\(padded).h264"
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
        let (prefix, suffix) = ("\(name)-", ".h264")
        return try directoryNames(directory).compactMap { entry in
            guard entry.hasPrefix(prefix), entry.hasSuffix(suffix) else { return nil }
            let digits = entry.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
            return digits.allSatisfy { $0.isASCII && $0.isNumber } ? Int(digits) : nil
        }.max() ?? 0
    }
}
