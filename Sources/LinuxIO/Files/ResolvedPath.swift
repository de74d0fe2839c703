import Glibc

/// A path with every link followed; `nil` when there is nothing at its end.
package func resolvedPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// What a link says, as it was written; `resolvedPath` follows it.
package func linkTarget(_ link: String) throws(IOError) -> String {
    let capacity = Int(PATH_MAX)
    var target = [CChar](repeating: 0, count: capacity)
    let length = try systemCall("readlink", link) { readlink(link, &target, capacity) }
    return String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
}
