/// What a client asks, as far as the gateway looks at it.
package struct HTTPRequest: Equatable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    package let method: Method
    /// As it was sent. Nothing is decoded: it is compared with the few that there are.
    package let target: String
    /// In lower case.
    package let host: String
    package let origin: String?
    package let authorization: String?
    package let cookie: String?
    package let contentType: String?
    package internal(set) var body: [UInt8] = []
}

/// Why a request is not taken: an HTTP status, and a sentence.
package struct HTTPError: Error, Equatable, Sendable {
    package let status: Int
    package let why: String

    package init(_ status: Int, _ why: String) {
        self.status = status
        self.why = why
    }
}
