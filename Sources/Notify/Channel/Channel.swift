import CommandKit
import Core
import HTTPClient
import JSON
import LinuxIO
import Values

/// A place that messages go to, with what waits for it.
package struct Channel {
    package let settings: ChannelSettings
    package var queue: ChannelQueue
    /// Said already, and the same since; empty while all is well.
    package var lastProblem = ""

    package init(_ settings: ChannelSettings) {
        self.settings = settings
        queue = ChannelQueue(settings)
    }

    /// The request for a batch.
    ///
    /// - Throws: that its token cannot be read.
    package func post(
        _ batch: Batch, service: String, at time: WallTime?
    ) throws(PlainError) -> HTTPPost {
        var headers = ["Content-Type: application/json"]
        if let token = try token() { headers.append("Authorization: Bearer \(token)") }
        let (url, body) = addressed(batch, service: service, at: time)
        return HTTPPost(
            url: url, headers: headers, body: Array(body.line.utf8),
            certificates: settings.certificates)
    }

    private func addressed(
        _ batch: Batch, service: String, at time: WallTime?
    ) -> (url: String, body: JSONValue) {
        if settings.kind == .ntfy, let topic = NtfyTopic(settings.url) {
            return (
                topic.server,
                NtfyFormat.body(batch, topic: topic, service: service, at: time)
            )
        }
        return (settings.url, WebhookFormat.body(batch, service: service, at: time))
    }

    /// Read each time: one that was mended counts at once.
    ///
    /// - Throws: that it cannot be read, or is none.
    package func token() throws(PlainError) -> String? {
        guard let path = settings.tokenFile else { return nil }
        let line = try mapped(to: { PlainError("the token: \(secretHelp($0, path))") }) {
            () throws(IOError) in
            try readSecret(path)
        }
        // RFC 6750, section 2.1; anything else could end the header.
        guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw PlainError("the token: the first line of \(path) is none")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
