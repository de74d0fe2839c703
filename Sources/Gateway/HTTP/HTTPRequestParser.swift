/// Takes one request off a connection, in whatever pieces it comes.
///
/// What comes behind it is not looked at: a connection carries one request and ends with its answer.
package struct HTTPRequestParser: Sendable {
    package enum Progress: Equatable, Sendable {
        case incomplete
        case complete(HTTPRequest)
        case refused(HTTPError)
    }

    package static let maxHead = 8192
    package static let maxBody = 4096
    /// Of those whom `admit` lets send so much: a mission of 128 KiB, written as JSON.
    package static let maxLongBody = 192 << 10
    /// Throws why a body that is longer than `maxBody` is not taken with this head.
    package typealias Admit = (HTTPRequest) throws(HTTPError) -> Void

    private var headLength = 0
    private var lines: [[UInt8]] = []
    private var line: [UInt8] = []
    private var endsWithReturn = false
    /// Once the head is whole.
    private var request: HTTPRequest?
    private var bodyLength = 0

    package init() {}

    /// Takes the next bytes. After anything but `incomplete` it is not asked again.
    package mutating func append(
        _ bytes: [UInt8], admit: Admit = { _ throws(HTTPError) in throw tooLong }
    ) -> Progress {
        do throws(HTTPError) {
            for byte in bytes {
                if let whole = try parse(byte, admit) { return .complete(whole) }
            }
            return .incomplete
        } catch {
            return .refused(error)
        }
    }

    package static let tooLong = HTTPError(413, "a body has at most \(maxBody) bytes here")

    private mutating func parse(
        _ byte: UInt8, _ admit: Admit
    ) throws(HTTPError) -> HTTPRequest? {
        if request == nil {
            try parseHead(byte)
            if let request, bodyLength > Self.maxBody { try admit(request) }
        } else {
            request?.body.append(byte)
        }
        guard let request, request.body.count == bodyLength else { return nil }
        return request
    }

    private mutating func parseHead(_ byte: UInt8) throws(HTTPError) {
        headLength += 1
        guard headLength <= Self.maxHead else {
            throw HTTPError(431, "the head of the request has more than \(Self.maxHead) bytes")
        }
        let isEnd = byte == UInt8(ascii: "\n")
        guard isEnd == endsWithReturn else {
            throw HTTPError(400, "a line ends with CR LF, and neither is anywhere else")
        }
        endsWithReturn = byte == UInt8(ascii: "\r")
        if isEnd {
            try endLine()
        } else if byte >= 0x20 && byte != 0x7F || byte == UInt8(ascii: "\t") {
            line.append(byte)
        } else if !endsWithReturn {
            throw HTTPError(400, "the head of a request has no control characters")
        }
    }

    private mutating func endLine() throws(HTTPError) {
        guard line.isEmpty else {
            lines.append(line)
            line = []
            return
        }
        let head = try HTTPHead(lines, maxBody: Self.maxLongBody)
        request = head.request
        bodyLength = head.bodyLength
        lines = []
    }
}
