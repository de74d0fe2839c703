import CCurl
import Core
import Values

/// A request on its way, with all that libcurl reads and writes meanwhile.
final class HTTPTransfer {
    /// Of the answer's body; only the words of an error are of interest.
    private static let maxAnswerBytes = 1024
    private static let connectMilliseconds = 10_000
    private static let wholeMilliseconds = 30_000

    let handle: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let problem: UnsafeMutablePointer<CChar>
    private var answer: [UInt8] = []
    private var received = 0

    init(_ post: HTTPPost) throws(PlainError) {
        guard let handle = curl_easy_init() else { throw PlainError("libcurl: no memory") }
        self.handle = handle
        problem = .allocate(capacity: Int(CURL_ERROR_SIZE))
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try configure(post)
        try check(roost_curl_set_writer(handle, Self.write))
        try set(CURLOPT_WRITEDATA, to: Unmanaged.passUnretained(self).toOpaque())
        try set(CURLOPT_ERRORBUFFER, to: problem)
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(headers)
        problem.deallocate()
    }

    private func configure(_ post: HTTPPost) throws(PlainError) {
        try set(CURLOPT_URL, to: post.url)
        // A token goes to the address that it was given for, and nowhere else: no redirects, which is what
        // libcurl does unless told otherwise, and none of its thirty other protocols.
        try set(CURLOPT_PROTOCOLS_STR, to: "http,https")
        try set(CURLOPT_HTTP_VERSION, to: Int(CURL_HTTP_VERSION_1_1))
        try set(CURLOPT_NOSIGNAL, to: 1)
        try set(CURLOPT_CONNECTTIMEOUT_MS, to: Self.connectMilliseconds)
        try set(CURLOPT_TIMEOUT_MS, to: Self.wholeMilliseconds)
        try set(CURLOPT_USERAGENT, to: "roost/\(roostVersion)")
        if let certificates = post.certificates { try set(CURLOPT_CAINFO, to: certificates) }
        try set(CURLOPT_POSTFIELDSIZE, to: post.body.count)
        // Copied, so that nobody has to keep it.
        let code = post.body.withUnsafeBytes { bytes in
            roost_curl_set_pointer(
                handle, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            )
        }
        try check(code)
        // A small body waits for no "100 Continue".
        for header in post.headers + ["Expect:"] {
            guard let longer = curl_slist_append(headers, header) else {
                throw PlainError("libcurl: no memory")
            }
            headers = longer
        }
        try check(roost_curl_set_headers(handle, headers))
    }

    private static let write: curl_write_callback = { bytes, size, count, transfer in
        guard let bytes, let transfer else { return 0 }
        let isTaken = Unmanaged<HTTPTransfer>.fromOpaque(transfer).takeUnretainedValue()
            .append(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return isTaken ? size * count : 0
    }

    /// - Returns: whether more may come. libcurl ends the transfer otherwise.
    private func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        answer += bytes.prefix(max(0, Self.maxAnswerBytes - answer.count))
        received += bytes.count
        return received <= HTTPClient.maxBodyBytes
    }

    /// What came of it, once libcurl says that it is done.
    func outcome(_ result: CURLcode) -> HTTPOutcome {
        let isCut = result == CURLE_WRITE_ERROR && received > HTTPClient.maxBodyBytes
        guard result == CURLE_OK || isCut else {
            let detail = String(cString: problem)
            return .failed(detail.isEmpty ? String(cString: curl_easy_strerror(result)) : detail)
        }
        var status = 0
        var seconds: curl_off_t = 0
        _ = roost_curl_status(handle, &status)
        _ = roost_curl_retry_after(handle, &seconds)
        return .answered(
            status: status, text: String(decoding: answer, as: UTF8.self),
            retryAfter: seconds > 0 ? .seconds(min(seconds, 86400)) : nil)
    }

    private func set(_ option: CURLoption, to value: Int) throws(PlainError) {
        try check(roost_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, to value: String) throws(PlainError) {
        try check(roost_curl_set_text(handle, option, value))
    }

    private func set(_ option: CURLoption, to value: UnsafeMutableRawPointer) throws(PlainError) {
        try check(roost_curl_set_pointer(handle, option, value))
    }

    private func check(_ code: CURLcode) throws(PlainError) {
        if code != CURLE_OK {
            throw PlainError("libcurl: \(String(cString: curl_easy_strerror(code)))")
        }
    }
}
