import Glibc

/// What may be found in the place of a file that was expected: after a power cut, of a card that rots, by an accident or
/// by somebody's hand.
package enum ZooAnimal: String, CaseIterable, Sendable {
    case noise, zeros, empty, half, huge, pipe, directory, socket, linkLoop, danglingLink
    case endlessLink, unreadable

    /// Puts it where nothing is. `sound` is the content that a good file would have.
    package func put(_ path: String, sound: [UInt8] = Array("{\"a\": 1}\n".utf8)) throws {
        switch self {
        case .noise: try write((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }, path)
        case .zeros: try write([UInt8](repeating: 0, count: 5000), path)
        case .empty: try write([], path)
        case .half: try write(Array(sound.prefix(sound.count / 2)), path)
        case .huge:
            try write([], path)
            try check(truncate(path, 200 << 20), path)
        case .pipe: try check(mkfifo(path, 0o600), path)
        case .directory: try check(mkdir(path, 0o700), path)
        case .socket: try check(mknod(path, S_IFSOCK | 0o600, 0), path)
        case .linkLoop: try check(symlink(path, path), path)
        case .danglingLink: try check(symlink("/nonexistent/file", path), path)
        case .endlessLink: try check(symlink("/dev/zero", path), path)
        case .unreadable:
            try write(sound, path)
            try check(chmod(path, 0), path)
        }
    }

    /// Root may read everything.
    package var isReadable: Bool { self == .unreadable && geteuid() == 0 }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        guard let file = fopen(path, "w") else { return try check(-1, path) }
        defer { fclose(file) }
        try check(fwrite(bytes, 1, bytes.count, file) == bytes.count ? 0 : -1, path)
    }

    private func check(_ result: Int32, _ path: String) throws {
        guard result >= 0 else { throw TestSupportError("no \(rawValue) at \(path): \(errno)") }
    }
}
