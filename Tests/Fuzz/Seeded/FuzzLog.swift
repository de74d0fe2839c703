import FuzzTargets
import Glibc

/// The number of the input that is being read, in a file mapped into memory: it is there when the
/// reader has taken the process with it, and costs no system call an input.
final class FuzzLog {
    private static let size = 4096
    private let page: UnsafeMutableRawPointer

    /// - Throws: that the file cannot be made.
    init(path: String) throws {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        defer { close(file) }
        guard file >= 0, ftruncate(file, Self.size) == 0,
            let page = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
            page != MAP_FAILED
        else { throw FuzzFinding("cannot keep a log in \(path)") }
        self.page = page
    }

    deinit {
        munmap(page, Self.size)
    }

    func note(_ number: UInt64) {
        page.storeBytes(of: number, as: UInt64.self)
    }
}
