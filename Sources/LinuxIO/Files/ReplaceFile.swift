import Glibc

/// Gives a file another content: the new one is written beside it, synchronised and then put in its
/// place, so that a power cut leaves one of the two. The old one stays as `path` with ".before" behind it.
///
/// `path` must be no symbolic link, which would be replaced itself; `mode` are the new file's.
package func replaceFile(
    at path: String, with bytes: [UInt8], mode: mode_t
) throws(IOError) {
    let draft = path + ".new"
    let file = try FileDescriptor(open: draft, O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
    try file.write(bytes)
    try systemCall("fsync", draft) { fsync(file.number) }
    if access(path, F_OK) == 0 {
        try systemCall("rename", path) { rename(path, path + ".before") }
    }
    try systemCall("rename", path) { rename(draft, path) }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let folder = try FileDescriptor(open: directory, O_RDONLY | O_DIRECTORY)
    try systemCall("fsync", directory) { fsync(folder.number) }
}
