import Core
import Glibc
import JSON
import LinuxIO

/// A configuration and a runtime directory for one test, and the ways to speak to its `roost`.
package final class TestInstallation: Sendable {
    package let directory: TemporaryDirectory

    /// A home whose configuration file has this text; by default one without plugins.
    package init(configuration: String = "{}") throws {
        directory = try TemporaryDirectory()
        try directory.write("roost.json", configuration)
        try directory.write("run/.keep", "")
    }

    package var configuration: String { "\(directory.path)/roost.json" }
    package var runtime: String { "\(directory.path)/run" }
    package var socket: String { "\(runtime)/control.sock" }

    /// Starts the service, with `environment` on top of this process's own, and waits until it says that it has started.
    package func start(environment: [String: String] = [:]) throws -> RoostProcess {
        let roost = try RoostProcess(
            "run", configuration, "--runtime", runtime, environment: environment)
        try roost.waitFor("started:")
        return roost
    }

    /// Sends bytes to the control socket as they are and returns the first line that comes back.
    package func ask(_ bytes: [UInt8]) throws -> JSONValue {
        let socket = try StreamSocket(connectingTo: socket)
        guard try socket.writeAll(bytes, milliseconds: 10_000) else {
            throw TestSupportError("roost does not take the request")
        }
        var answer: [UInt8] = []
        while answer.last != UInt8(ascii: "\n"), try socket.wait(milliseconds: 10_000) {
            guard let more = try socket.read(atMost: 65536), !more.isEmpty else { break }
            answer += more
        }
        return try JSONValue(parsing: answer)
    }

    package func ask(_ line: String) throws -> JSONValue {
        try ask(Array("\(line)\n".utf8))
    }
}

/// Runs the command to its end.
package func finished(
    _ process: RoostProcess
) throws -> (end: RoostProcess.End, output: String, errors: String) {
    let end = try process.wait()
    return (end, process.output, process.errors)
}
