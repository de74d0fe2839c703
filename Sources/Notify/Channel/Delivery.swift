import HTTPClient
import Values

/// What came of a message.
package enum Delivery: Equatable, Sendable {
    case delivered
    /// The server will never take it, however often it is tried.
    case refused(String)
    /// It is tried again, after `retryAfter` at the soonest where the server says so.
    case failed(String, retryAfter: Duration?)

    /// By the status codes of RFC 9110, section 15. A token or an address that is wrong now may be mended: only
    /// what says that the message itself is bad ends it.
    package init(_ outcome: HTTPOutcome) {
        switch outcome {
        case .failed(let why): self = .failed(why, retryAfter: nil)
        case .answered(200..<300, _, _): self = .delivered
        case .answered(let status, let text, _)
        where [400, 406, 411, 413, 415, 422].contains(status):
            self = .refused(Self.words(status, text))
        case .answered(let status, let text, let retryAfter):
            self = .failed(Self.words(status, text), retryAfter: retryAfter)
        }
    }

    private static func words(_ status: Int, _ text: String) -> String {
        let line = harmlessLine(text, atMost: 200)
        return "HTTP \(status)" + (line.isEmpty ? "" : ": \(line)")
    }
}
