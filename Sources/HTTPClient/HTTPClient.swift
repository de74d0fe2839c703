import CCurl
import Core
import Values

/// Posts over HTTP and TLS with libcurl, on the thread of whoever has it, who waits in `wait` and nowhere else.
///
/// Names are found on a thread of libcurl's own. Certificates are checked; a redirect is an answer like any other.
package final class HTTPClient {
    /// Of an answer: a body that is longer is not read to its end, since what the server says is known by then.
    package static let maxBodyBytes = 64 << 10

    private let multi: UnsafeMutableRawPointer
    private var transfers: [String: HTTPTransfer] = [:]

    /// Made once in a process: the library is never ended.
    package init() throws(PlainError) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = curl_multi_init()
        else { throw PlainError("libcurl does not start") }
        self.multi = multi
    }

    deinit {
        for transfer in transfers.values { curl_multi_remove_handle(multi, transfer.handle) }
        transfers = [:]
        curl_multi_cleanup(multi)
    }

    package var isIdle: Bool { transfers.isEmpty }

    /// Begins a request; `finished` tells under `name` what came of it. There is one at a time under a name.
    ///
    /// - Throws: that it cannot even begin.
    package func begin(_ post: HTTPPost, as name: String) throws(PlainError) {
        guard transfers[name] == nil else { throw PlainError("one is on its way already") }
        let transfer = try HTTPTransfer(post)
        let code = curl_multi_add_handle(multi, transfer.handle)
        guard code == CURLM_OK else { throw PlainError(String(cString: curl_multi_strerror(code))) }
        transfers[name] = transfer
    }

    /// Waits until something has come from a request or can be read from `descriptor`, and at most so long.
    package func wait(alsoFor descriptor: Int32?, atMost timeout: Duration) {
        var other = curl_waitfd(
            fd: descriptor ?? -1, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        let milliseconds = Int32(clamping: Int64(timeout.milliseconds))
        curl_multi_poll(multi, &other, descriptor == nil ? 0 : 1, milliseconds, nil)
    }

    /// Reads and writes what can be, and never waits.
    ///
    /// - Returns: what came of those that are done, by their names.
    package func finished() -> [String: HTTPOutcome] {
        var running: Int32 = 0
        curl_multi_perform(multi, &running)
        var outcomes: [String: HTTPOutcome] = [:]
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let done = message.pointee.easy_handle,
                let (name, transfer) = transfers.first(where: { $0.value.handle == done })
            else { continue }
            outcomes[name] = transfer.outcome(roost_curl_result(message))
            curl_multi_remove_handle(multi, done)
            transfers[name] = nil
        }
        return outcomes
    }
}
