import Glibc

/// A user with all groups, to judge which files it may use: another than the one who asks.
package struct UserAccount: Sendable {
    package let name: String
    private let identifier: uid_t
    private let groups: Set<gid_t>

    /// The user of this name, with the groups that its service adds to its own.
    ///
    /// - Returns: `nil` when there is no such user.
    package init?(_ name: String, inGroups added: [String] = []) {
        guard let entry = getpwnam(name) else { return nil }
        let (identifier, primary) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
        var count: Int32 = 256
        var all = [gid_t](repeating: 0, count: Int(count))
        guard getgrouplist(name, primary, &all, &count) >= 0 else { return nil }
        self.init(
            name: name, identifier: identifier,
            groups: Set(all.prefix(Int(count)) + added.compactMap(Self.group)))
    }

    /// The user who runs this program.
    package static var current: UserAccount {
        var groups = [gid_t](repeating: 0, count: 256)
        let count = getgroups(Int32(groups.count), &groups)
        return UserAccount(
            name: name(of: geteuid()), identifier: geteuid(),
            groups: Set(groups.prefix(Int(max(0, count))) + [getegid()]))
    }

    /// "#1000" of one that the system has no name for.
    package static func name(of identifier: uid_t) -> String {
        knownName(of: identifier) ?? "#\(identifier)"
    }

    /// `nil` of one that the system has no name for, or cannot look up now.
    package static func knownName(of identifier: uid_t) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // What sysconf(3) suggests is 1 KiB; a name and a home are shorter than 255 and 4096 bytes.
        var texts = [CChar](repeating: 0, count: 16384)
        guard getpwuid_r(identifier, &entry, &texts, texts.count, &found) == 0, let found else {
            return nil
        }
        return String(cString: found.pointee.pw_name)
    }

    private init(name: String, identifier: uid_t, groups: Set<gid_t>) {
        self.name = name
        self.identifier = identifier
        self.groups = groups
    }

    /// Whether the system knows a group.
    package static func hasGroup(_ name: String) -> Bool { group(name) != nil }

    private static func group(_ name: String) -> gid_t? { getgrnam(name)?.pointee.gr_gid }

    /// Whether the file's mode lets this user write it, and read it where anybody may.
    ///
    /// - Throws: `ENOENT` when it is not there.
    package func mayWrite(_ path: String) throws(IOError) -> Bool {
        var status = stat()
        try systemCall("stat", path) { stat(path, &status) }
        if identifier == 0 { return true }
        let bit: mode_t
        if status.st_uid == identifier {
            bit = S_IWUSR
        } else {
            bit = groups.contains(status.st_gid) ? S_IWGRP : S_IWOTH
        }
        return status.st_mode & bit != 0
    }

    /// The name of the group that a file belongs to; `nil` when it is not there, or has only a number.
    package static func group(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
    }
}
