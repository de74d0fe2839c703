/// What changed between two values, as a JSON Merge Patch (RFC 7396).
///
/// Such a patch cannot say that a member of an object is null: here a member that is null counts as
/// one that is not there, which is how optional properties are encoded.
extension JSONValue {
    /// What makes this value of `old`; an empty object where nothing has changed.
    package func mergePatch(from old: JSONValue) -> JSONValue {
        guard case .object(let members) = self, case .object(let before) = old else { return self }
        var patch: [String: JSONValue] = [:]
        for (key, value) in members where before[key] != value {
            patch[key] = value.mergePatch(from: before[key] ?? [:])
        }
        for key in before.keys where members[key] == nil { patch[key] = .null }
        return .object(patch)
    }

    /// This value with a patch applied to it, by the steps of RFC 7396, section 2.
    package func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members: [String: JSONValue] = [:]
        if case .object(let before) = self { members = before }
        for (key, change) in changes {
            members[key] = change == .null ? nil : (members[key] ?? .null).merging(change)
        }
        return .object(members)
    }
}
