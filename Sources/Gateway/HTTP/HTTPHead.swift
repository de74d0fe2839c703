/// The head of a request: RFC 9112, and of what that leaves open only what browsers send.
///
/// Who disagrees with us about where a request ends could hide another behind it. So whatever has two
/// readings is refused.
struct HTTPHead {
    /// The headers that mean something here. One that comes twice is refused, also where both are equal.
    private static let known: Set = [
        "host", "origin", "authorization", "cookie", "content-type", "content-length",
        "transfer-encoding", "expect",
    ]
    private static let maxTarget = 256

    let request: HTTPRequest
    let bodyLength: Int

    /// Reads the lines of a head, without their ends and the empty one; of control characters they have
    /// tabs only.
    ///
    /// - Throws: 400 for what is no HTTP/1.1, and the status for what is not taken here.
    init(_ lines: [[UInt8]], maxBody: Int) throws(HTTPError) {
        let (method, target) = try Self.requestLine(lines.first ?? [])
        let headers = try Self.headers(lines.dropFirst())
        guard let host = headers["host"], !host.isEmpty else {
            throw HTTPError(400, "a request names its Host")
        }
        bodyLength = try Self.bodyLength(headers, of: method, atMost: maxBody)
        request = HTTPRequest(
            method: method, target: target, host: host.lowercased(), origin: headers["origin"],
            authorization: headers["authorization"], cookie: headers["cookie"],
            contentType: headers["content-type"])
    }

    private static func requestLine(
        _ line: [UInt8]
    ) throws(HTTPError) -> (HTTPRequest.Method, String) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, parts[1].hasPrefix("/"), parts[2].hasPrefix("HTTP/"),
            line.allSatisfy({ (0x20..<0x7F).contains($0) })
        else {
            throw HTTPError(400, "the first line is not METHOD /TARGET HTTP/1.1")
        }
        guard parts[2] == "HTTP/1.1" else { throw HTTPError(505, "HTTP/1.1 is spoken here") }
        guard parts[1].utf8.count <= maxTarget else {
            throw HTTPError(414, "the target is longer than any here")
        }
        guard let method = HTTPRequest.Method(rawValue: parts[0]) else {
            throw HTTPError(405, "only GET, HEAD and POST are taken")
        }
        return (method, parts[1])
    }

    private static func headers(
        _ lines: ArraySlice<[UInt8]>
    ) throws(HTTPError) -> [String: String] {
        var headers: [String: String] = [:]
        for line in lines {
            // A folded line begins with a space, and a space before the colon is no part of a name.
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
                line[..<colon].allSatisfy(isOfToken)
            else { throw HTTPError(400, "a header is not NAME: VALUE") }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            guard known.contains(name) else { continue }
            guard headers.updateValue(value(line[(colon + 1)...]), forKey: name) == nil else {
                throw HTTPError(400, "the header \(name) comes twice")
            }
        }
        return headers
    }

    /// RFC 9110, section 5.5: without the blanks around it. Browsers and proxies may send any byte from 0x80 on;
    /// none of them is in anything that is compared here.
    private static func value(_ field: ArraySlice<UInt8>) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let value = field.drop(while: isBlank)
        let last: Int? = value.lastIndex { !isBlank($0) }
        return String(decoding: value[..<(last.map { $0 + 1 } ?? value.startIndex)], as: UTF8.self)
    }

    /// RFC 9110, section 5.6.2.
    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func bodyLength(
        _ headers: [String: String], of method: HTTPRequest.Method, atMost limit: Int
    ) throws(HTTPError) -> Int {
        let length = headers["content-length"]
        if headers["transfer-encoding"] != nil {
            throw length == nil
                ? HTTPError(501, "no transfer coding is taken")
                : HTTPError(400, "a length and a transfer coding contradict each other")
        }
        guard headers["expect"] == nil else {
            throw HTTPError(417, "nothing is promised before the body")
        }
        guard let length else {
            if method == .post { throw HTTPError(411, "a POST names its Content-Length") }
            return 0
        }
        guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw HTTPError(400, "the Content-Length is no number")
        }
        guard length.utf8.count <= 9, let count = Int(length), count <= limit else {
            throw HTTPError(413, "a body has at most \(limit) bytes here")
        }
        guard method == .post || count == 0 else {
            throw HTTPError(400, "only a POST has a body")
        }
        return count
    }
}
