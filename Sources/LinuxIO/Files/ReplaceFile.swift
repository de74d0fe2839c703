import Glibc

/// Gives a file another content: the new one is written beside it, synchronised and then put in its
/// place in one step, so that whoever opens `path`, also after a power cut, finds one of the two. The old
/// one stays as `path` with ".before" behind it.
///
/// `path` must be no symbolic link, which would be replaced itself; `mode` are the new file's.
///
/// - Throws: the failed call, `EPERM` on a file system without hard links among them; then `path` is as it was.
package func replaceFile(
    at path: String, with bytes: [UInt8], mode: mode_t
) throws(IOError) {
    let draft = path + ".new"
    // What a power cut has left there, and what somebody else has: a pipe would keep us, a link lead away.
    unlink(draft)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try FileDescriptor(open: draft, flags, mode: mode)
    do throws(IOError) {
        try file.write(bytes)
        try systemCall("fsync") { fsync(file.number) }
    } catch {
        // Half of it is of no use, and takes room where there is little.
        unlink(draft)
        throw error.about(draft)
    }
    if access(path, F_OK) == 0 {
        // A second name for it: to rename it would leave none at `path` until the next rename.
        let before = path + ".before"
        unlink(before)
        try systemCall("link", before) { link(path, before) }
    }
    try systemCall("rename", path) { rename(draft, path) }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let folder = try FileDescriptor(open: directory, O_RDONLY | O_DIRECTORY)
    try systemCall("fsync", directory) { fsync(folder.number) }
}
