import Values

/// One request: a body, posted to an address.
package struct HTTPPost: Sendable {
    package let url: String
    /// Lines "Name: value", without line ends.
    package let headers: [String]
    package let body: [UInt8]
    /// A file with the certificates of who may sign the server's; `nil` for those of the system.
    package let certificates: String?

    package init(url: String, headers: [String], body: [UInt8], certificates: String? = nil) {
        self.url = url
        self.headers = headers
        self.body = body
        self.certificates = certificates
    }
}

/// What came of one.
package enum HTTPOutcome: Equatable, Sendable {
    /// `text` is the beginning of the answer's body; `retryAfter` what its header of that name says (RFC 9110, section 10.2.3).
    case answered(status: Int, text: String, retryAfter: Duration?)
    /// Nobody answered, or not in time, or whoever did could not be believed.
    case failed(String)
}
