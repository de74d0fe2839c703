import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct ReplaceFileTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = "\(directory.path)/file"
    }

    @Test("the new content is there, and the old one beside it") func content() throws {
        for byte in 1...3 as ClosedRange<UInt8> {
            try replaceFile(at: path, with: [byte], mode: 0o600)
        }
        #expect(try readFile(path, atMost: 8) == [3])
        #expect(try readFile("\(path).before", atMost: 8) == [2])
        #expect(try directoryNames(directory.path) == ["file", "file.before"])
    }

    @Test("at no moment is there nothing at its path") func oneStep() throws {
        try replaceFile(at: path, with: [1], mode: 0o600)
        let watch = FileDescriptor(adopting: inotify_init())
        let mask = UInt32(IN_MOVED_FROM | IN_DELETE)
        #expect(inotify_add_watch(watch.number, directory.path, mask) >= 0)
        try replaceFile(at: path, with: [2], mode: 0o600)
        try replaceFile(at: path, with: [3], mode: 0o600)
        #expect(try gone(watch) == ["file.new", "file.before", "file.new"])
    }

    /// The names that were taken away: inotify(7) writes the length of each at the twelfth byte, and the
    /// name with its padding behind the sixteen of the head.
    private func gone(_ watch: FileDescriptor) throws -> [String] {
        var names: [String] = []
        var rest = try watch.read(atMost: 4096)[...]
        while rest.count >= 16 {
            let length = rest.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
            names.append(String(decoding: name, as: UTF8.self))
            rest = rest.dropFirst(16 + length)
        }
        return names
    }
}
