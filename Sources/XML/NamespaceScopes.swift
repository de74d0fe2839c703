/// Which prefix stands for which namespace, in the element under way and in those around it.
struct NamespaceScopes {
    private var scopes: [[String: String]] = []

    /// An element with these attributes begins; those that declare a prefix are taken out of them.
    mutating func open(_ attributes: inout [String: String]) {
        var scope = scopes.last ?? [:]
        for (name, value) in attributes {
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0] == "xmlns" else { continue }
            scope[parts.count == 2 ? String(parts[1]) : ""] = value
            attributes[name] = nil
        }
        scopes.append(scope)
    }

    /// The element that began last ends.
    mutating func close() {
        _ = scopes.popLast()
    }

    /// Reads a name as it is written, in the scope of the element that began last.
    func name(_ text: String) -> XMLName {
        guard let colon = text.firstIndex(of: ":") else {
            return XMLName(namespace: scopes.last?[""] ?? "", local: text)
        }
        let prefix = String(text[..<colon])
        return XMLName(
            namespace: scopes.last?[prefix] ?? prefix + ":",
            local: String(text[text.index(after: colon)...]))
    }
}
