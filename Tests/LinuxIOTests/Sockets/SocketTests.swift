import Glibc
import LinuxIO
import TestSupport
import Testing
import Threads

/// Any free port of this machine.
private func loopback() throws -> IPv4Endpoint {
    try #require(IPv4Endpoint("127.0.0.1", port: 0))
}

@Suite struct IPv4EndpointTests {
    @Test(
        "only dotted decimal is an address",
        arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.4 ", "::1"])
    func refused(text: String) {
        #expect(IPv4Endpoint(text, port: 1) == nil)
    }

    @Test("an address is written as it was read") func text() throws {
        let endpoint = try #require(IPv4Endpoint("192.168.1.254", port: 5556))
        #expect(endpoint.description == "192.168.1.254:5556")
        #expect(endpoint.withPort(5554).description == "192.168.1.254:5554")
    }
}

@Suite struct UDPSocketTests {
    private let left: UDPSocket
    private let right: UDPSocket
    private var buffer = [UInt8](repeating: 0, count: 16)

    init() throws {
        left = try UDPSocket(bind: loopback())
        right = try UDPSocket(bind: loopback(), precedence: 0xC0)
    }

    @Test("a datagram arrives with its sender") mutating func arrives() throws {
        #expect(try left.receive(into: &buffer) == nil)
        try right.send([1, 2, 3], to: left.local)
        let (length, sender) = try #require(receive(from: left))
        #expect(buffer[..<length] == [1, 2, 3])
        #expect(sender == right.local)
    }

    @Test("an empty datagram is a datagram") mutating func empty() throws {
        try right.send([], to: left.local)
        #expect(receive(from: left)?.length == 0)
    }

    @Test("one that was cut tells its true length, and the buffer does not grow")
    mutating func cut() throws {
        try right.send([UInt8](repeating: 7, count: 100), to: left.local)
        #expect(receive(from: left)?.length == 100)
        #expect(buffer == [UInt8](repeating: 7, count: 16))
    }

    @Test("a connected socket hears its peer only") mutating func connected() throws {
        let stranger = try UDPSocket(bind: loopback())
        try left.connect(to: right.local)
        try stranger.send([6], to: left.local)
        try right.send([5], to: left.local)
        #expect(receive(from: left)?.from == right.local)
        #expect(try left.receive(into: &buffer) == nil)
        try left.send([4])
        #expect(receive(from: right)?.length == 1)
    }

    @Test("sending to where nobody listens fails as an absence, sooner or later")
    func refused() throws {
        let gone = try UDPSocket(bind: loopback()).local
        try left.connect(to: gone)
        var failure: IOError?
        _ = eventually {
            do throws(IOError) { try left.send([1]) } catch { failure = error }
            return failure != nil
        }
        #expect(failure?.code == ECONNREFUSED)
        #expect(failure?.isAbsence == true)
    }

    @Test("a port that is taken is refused with its name") func taken() throws {
        let error = thrownError(IOError.self) { try UDPSocket(bind: left.local) }
        #expect(error?.code == EADDRINUSE)
        #expect(error?.description.contains(left.local.description) == true)
    }

    private mutating func receive(
        from socket: UDPSocket
    ) -> (length: Int, from: IPv4Endpoint)? {
        var received: (length: Int, from: IPv4Endpoint)?
        _ = eventually {
            received = (try? socket.receive(into: &buffer)) ?? nil
            return received != nil
        }
        return received
    }
}

@Suite struct StreamSocketTests {
    @Test("what is written at one end is read at the other, over TCP") func tcp() throws {
        let listener = try StreamListener(on: loopback())
        let client = try StreamSocket(connectingTo: #require(listener.local))
        #expect(try client.wait(for: Int32(POLLOUT), milliseconds: 5000))
        #expect(try client.connectionError() == nil)
        let server = try #require(accepted(by: listener))
        #expect(try server.read(atMost: 8) == nil)
        #expect(try client.write([1, 2, 3][...]) == 3)
        #expect(try server.wait(milliseconds: 5000))
        #expect(try server.read(atMost: 8) == [1, 2, 3])
    }

    @Test("the end of the connection is an empty read") func closed() throws {
        let listener = try StreamListener(on: loopback())
        var client: StreamSocket? = try StreamSocket(connectingTo: #require(listener.local))
        #expect(try client?.wait(for: Int32(POLLOUT), milliseconds: 5000) == true)
        let server = try #require(accepted(by: listener))
        client = nil
        #expect(try server.wait(milliseconds: 5000))
        #expect(try server.read(atMost: 8) == [])
    }

    @Test("where nobody listens the attempt ends as an absence") func refused() throws {
        let gone = try #require(try StreamListener(on: loopback()).local)
        let client = try StreamSocket(connectingTo: gone)
        #expect(try client.wait(for: Int32(POLLOUT), milliseconds: 5000))
        #expect(try client.connectionError()?.code == ECONNREFUSED)
    }

    @Test("writing takes what fits, never waits and survives a peer that is gone")
    func full() throws {
        let directory = try TemporaryDirectory()
        let listener = try StreamListener(path: "\(directory.path)/s", mode: 0o600)
        let client = try StreamSocket(connectingTo: "\(directory.path)/s")
        var server = try listener.accept()
        let megabytes = [UInt8](repeating: 0, count: 4 << 20)
        let taken = try client.write(megabytes[...])
        #expect(taken > 0 && taken < megabytes.count)
        #expect(try client.write(megabytes[...]) == 0)
        #expect(server != nil)
        server = nil
        #expect(throws: IOError.self) { try client.write([1][...]) }
    }

    @Test("a peer that takes nothing more ends the writing of all of it") func stalled() throws {
        let directory = try TemporaryDirectory()
        let listener = try StreamListener(path: "\(directory.path)/s", mode: 0o600)
        let client = try StreamSocket(connectingTo: "\(directory.path)/s")
        let server = try #require(try listener.accept())
        #expect(try client.writeAll([1, 2, 3], milliseconds: 0))
        #expect(try !client.writeAll([UInt8](repeating: 0, count: 4 << 20), milliseconds: 0))
        #expect(try server.read(atMost: 3) == [1, 2, 3])
    }

    private func accepted(by listener: StreamListener) -> StreamSocket? {
        var socket: StreamSocket?
        _ = eventually {
            socket = (try? listener.accept()) ?? nil
            return socket != nil
        }
        return socket
    }
}

@Suite struct UnixListenerTests {
    private let directory: TemporaryDirectory
    private var path: String { "\(directory.path)/control.sock" }

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("the socket file has the permissions that were asked for", arguments: [0o600, 0o660])
    func mode(mode: mode_t) throws {
        let listener = try StreamListener(path: path, mode: mode)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == mode)
        withExtendedLifetime(listener) {}
    }

    @Test("a file that a dead process left is replaced") func stale() throws {
        _ = try StreamListener(path: path, mode: 0o600)
        #expect(access(path, F_OK) == 0)
        let listener = try StreamListener(path: path, mode: 0o600)
        _ = try StreamSocket(connectingTo: path)
        #expect(try listener.accept() != nil)
    }

    @Test("one that answers is not, nor one whose queue is full") func alive() throws {
        let first = try StreamListener(path: path, mode: 0o600, backlog: 16)
        let error = thrownError(IOError.self) { try StreamListener(path: path, mode: 0o600) }
        #expect(error?.code == EADDRINUSE)
        let waiting = (0..<64).map { _ in try? StreamSocket(connectingTo: path) }
        #expect(waiting.contains { $0 == nil })
        let again = thrownError(IOError.self) { try StreamListener(path: path, mode: 0o600) }
        #expect(again?.code == EADDRINUSE)
        #expect(try first.accept() != nil)
    }

    @Test(
        "who may wait is given the next place in the queue, and otherwise is told that it is full")
    func place() throws {
        let listener = try StreamListener(path: path, mode: 0o600, backlog: 16)
        let waiting = (0..<64).compactMap { _ in try? StreamSocket(connectingTo: path) }
        let error = thrownError(IOError.self) {
            try StreamSocket(connectingTo: path, within: .milliseconds(20))
        }
        #expect(error?.code == ETIMEDOUT)
        WorkerThread.start("taker") {
            letTheKernelWork(for: .milliseconds(20))
            _ = try? listener.accept()
        }
        let late = try StreamSocket(connectingTo: path, within: .seconds(20))
        #expect(try late.read(atMost: 1) == nil, "it does not wait any more")
        withExtendedLifetime(waiting) {}
    }

    @Test("what is no socket is left alone") func otherFile() throws {
        try directory.write("control.sock", "precious")
        let error = thrownError(IOError.self) { try StreamListener(path: path, mode: 0o600) }
        #expect(error?.code == EEXIST)
        #expect(directory.read("control.sock") == "precious")
    }

    @Test("a path that is too long for a socket is said to be") func tooLong() throws {
        let long = "/tmp/" + String(repeating: "x", count: 120)
        let error = thrownError(IOError.self) { try StreamListener(path: long, mode: 0o600) }
        #expect(error?.code == ENAMETOOLONG)
    }
}
