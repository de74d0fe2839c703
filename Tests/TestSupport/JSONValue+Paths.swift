import Core
import JSON

/// The members of a value and of all in it, each by its path: "messages[].text".
package func memberPaths(of value: JSONValue, at path: String = "") -> [String] {
    switch value {
    case .object(let members):
        return members.sorted { $0.key < $1.key }.flatMap { key, member -> [String] in
            let path = path.isEmpty ? key : "\(path).\(key)"
            return [path] + memberPaths(of: member, at: path)
        }
    case .array(let items):
        return Set(items.flatMap { memberPaths(of: $0, at: "\(path)[]") }).sorted()
    default: return []
    }
}
