/// A topic of ntfy: the server, and its name there.
struct NtfyTopic: Equatable {
    /// Where JSON is posted: the address without the topic.
    let server: String
    let name: String

    /// "https://ntfy.sh/garden"; `nil` when its last part is no topic (ntfy: `^[-_A-Za-z0-9]{1,64}$`).
    init?(_ url: String) {
        guard let slash = url.lastIndex(of: "/") else { return nil }
        let name = url[url.index(after: slash)...]
        let server = url[...slash]
        guard (1...64).contains(name.utf8.count), server.utf8.count > "https://".utf8.count,
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
        else { return nil }
        self.server = String(server)
        self.name = String(name)
    }
}
