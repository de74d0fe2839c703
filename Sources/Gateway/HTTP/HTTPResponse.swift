import Core
import JSON

/// An answer, after which the connection ends.
package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    var type: String
    var body: [UInt8]
    var headers: [String] = []

    init(_ status: Int, type: String, _ body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    init(_ status: Int, json: JSONValue) {
        self.init(status, type: "application/json", Array("\(json.line)\n".utf8))
    }

    /// The version is that of Prometheus' text format.
    init(_ status: Int, plainText: String) {
        self.init(
            status, type: "text/plain; version=0.0.4; charset=utf-8", Array(plainText.utf8))
    }

    package init(_ refusal: HTTPError) {
        self.init(refusal.status, json: ["ok": false, "error": .string(refusal.why)])
        if status == 405 { headers = ["Allow: GET, HEAD, POST"] }
    }

    /// No script, style or frame but our own, and nothing that is guessed, kept or told to others.
    private static let always = [
        "Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; media-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'",
    ]

    /// What goes over the wire; of an answer to HEAD the head only.
    package func bytes(headOnly: Bool) -> [UInt8] {
        let head = Self.head(
            status, headers + ["Content-Type: \(type)", "Content-Length: \(body.count)"])
        return headOnly ? head : head + body
    }

    /// The head of a stream of events: what follows ends with the connection, so it has no length and
    /// no chunks. A proxy must not collect it.
    static let streamHead = head(
        200, ["Content-Type: text/event-stream", "X-Accel-Buffering: no"])

    /// That of a video: H.264 as it comes, also until the connection ends.
    static let videoHead = head(
        200, ["Content-Type: application/octet-stream", "X-Accel-Buffering: no"])

    private static func head(_ status: Int, _ headers: [String]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) \(phrase(status))"] + always + headers + ["", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private static func phrase(_ status: Int) -> String {
        switch status {
        case 200..<300: "OK"
        case 500...: "Not Possible"
        default: "Refused"
        }
    }
}
