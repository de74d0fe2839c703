import CommandKit
import Core
import Glibc
import JSON
import LinuxIO
import Values

/// Asks a running roost one thing.
package struct ControlClient {
    /// Longer than the policies' time to answer; also until it is accepted, while more come than can be.
    package static let timeout = Duration.seconds(5)
    package static let noAnswer = "roost did not give a whole answer"
    package static let maxAnswerBytes = ControlWatch.maxLine

    private let socket: StreamSocket

    /// Connects to the first of `paths` where somebody answers.
    ///
    /// - Throws: exit code 11 when nobody does.
    package init(paths: [String]) throws(CommandError) {
        var problems: [String] = []
        for path in paths {
            do throws(IOError) {
                socket = try StreamSocket(connectingTo: path, within: Self.timeout)
                return
            } catch {
                if error.code == EACCES {
                    throw .failed("\(error); are you in the group of the socket?")
                }
                problems.append("\(path): \(error.reason)")
            }
        }
        throw CommandError(
            code: ExitCode.notRunning,
            message: "no roost is running (\(problems.joined(separator: "; ")))")
    }

    /// Sends one request and waits for its answer.
    ///
    /// - Throws: what the answer says is wrong; `unanswered`, when none came.
    package func ask(
        _ request: JSONValue, within limit: Duration = ControlClient.timeout,
        unanswered: String = ControlClient.noAnswer
    ) throws(CommandError) -> JSONValue {
        try Self.unwrap(try answer(to: request, within: limit, unanswered: unanswered))
    }

    /// Sends one request and waits for its answer, whatever it says.
    ///
    /// - Throws: that none came, or that it is longer than a request may be.
    package func answer(
        to request: JSONValue, within limit: Duration, unanswered: String = ControlClient.noAnswer
    ) throws(CommandError) -> JSONValue {
        let line = "\(request.line)\n"
        guard line.utf8.count <= ControlRequest.maxLineBytes else {
            throw .failed(
                "the request has \(line.utf8.count) bytes; at most \(ControlRequest.maxLineBytes)")
        }
        do throws(IOError) {
            if let answer = try exchange(line, within: limit) { return answer }
        } catch {
            throw .failed("\(unanswered) (\(error))")
        }
        throw .failed(unanswered)
    }

    /// - Throws: what an answer says is wrong.
    package static func unwrap(_ answer: JSONValue) throws(CommandError) -> JSONValue {
        guard answer["ok"] == .bool(true) else {
            guard case .string(let why)? = answer["error"] else {
                throw .failed("roost gave an answer that this version does not understand")
            }
            let code =
                switch answer["code"] {
                case "invalid": ExitCode.usage
                case "bad-configuration": ExitCode.badConfiguration
                default: ExitCode.failed
                }
            throw CommandError(code: code, message: why)
        }
        return answer
    }

    private func exchange(
        _ line: String, within limit: Duration
    ) throws(IOError) -> JSONValue? {
        let milliseconds = Int32(clamping: limit.nanoseconds / 1_000_000)
        let isSent = try socket.writeAll(Array(line.utf8), milliseconds: milliseconds)
        var answer: [UInt8] = []
        while isSent, answer.last != UInt8(ascii: "\n"), answer.count < Self.maxAnswerBytes,
            try socket.wait(milliseconds: milliseconds)
        {
            let more = try socket.read(atMost: 65536) ?? []
            if more.isEmpty { break }
            answer += more
        }
        return try? JSONValue(parsing: answer)
    }
}
