import Control
import Core
import Glibc
import JSON
import TestSupport
import Testing
import Values

/// The program and the service, as processes, and a server of messages.
@Suite("Messages to people")
struct NotifyTests {
    private static func file(_ installation: TestInstallation, _ inbox: PostInbox) throws -> String
    {
        try installation.directory.write(
            "notify.json",
            """
            {"control_socket": "\(installation.socket)", "state": "\(installation.directory.path)/kept.json",
             "gone_after": "5 s", "channels": {"phone": {"kind": "webhook", "url": "\(inbox.url)"}}}
            """)
        return "\(installation.directory.path)/notify.json"
    }

    private static func notify(_ words: String...) throws -> RoostProcess {
        try RoostProcess(words, program: "roost-notify")
    }

    private static func texts(_ inbox: PostInbox) -> [String] {
        inbox.posts.map { post in
            guard case .string(let text)? = post.body["text"] else { return "" }
            return text
        }
    }

    @Test("that the service was killed is told, while the server fails, too, and that it is back")
    func killed() throws {
        let installation = try TestInstallation()
        let inbox = try PostInbox(answers: [
            "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        ])
        defer { inbox.end() }
        let file = try Self.file(installation, inbox)
        let roost = try installation.start()
        let notify = try Self.notify(file)
        try notify.waitFor("roost is there")
        roost.send(signal: SIGKILL)
        _ = try roost.wait()
        try notify.waitFor("phone: messages get through", within: .seconds(30))
        #expect(notify.errors.contains("phone: nothing gets through: HTTP 503; tried again in 5 s"))
        #expect(
            Self.texts(inbox) == ["roost does not answer for 5 s", "roost does not answer for 5 s"])
        let again = try installation.start()
        #expect(eventually { Self.texts(inbox).last == "over: roost does not answer" })
        withExtendedLifetime(again) {}
    }

    @Test("what has not gone out is kept over a restart of the program, and goes out once")
    func restart() throws {
        let installation = try TestInstallation()
        let silent = try PostInbox(answers: ["HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"])
        let file = try Self.file(installation, silent)
        let first = try Self.notify(file)
        try first.waitFor("nothing gets through", within: .seconds(30))
        first.send(signal: SIGTERM)
        #expect(try first.wait() == .exited(0))
        silent.end()
        let inbox = try PostInbox()
        defer { inbox.end() }
        let second = try Self.notify(try Self.file(installation, inbox))
        #expect(eventually { !inbox.posts.isEmpty })
        #expect(Self.texts(inbox) == ["roost does not answer for 5 s"])
        second.send(signal: SIGTERM)
        #expect(try second.wait() == .exited(0))
        #expect(inbox.posts.count == 1)
    }

    @Test("refused once, it is not deaf: it tries again, and tells what happens then")
    func refused() throws {
        let installation = try TestInstallation()
        let inbox = try PostInbox()
        defer { inbox.end() }
        let file = try Self.file(installation, inbox)
        let roost = try installation.start()
        var others = try (0..<8).map { _ in
            try ControlWatch(installation.socket, asking: ["request": "watch", "every_ms": 60000])
        }
        for other in others { #expect(eventually { other.read().first?["ok"] == true }) }
        let notify = try Self.notify(file)
        try notify.waitFor("roost refuses to be watched: 8 watch already")
        #expect(eventually { Self.texts(inbox) == ["roost does not answer for 5 s"] })
        others.removeAll()
        try notify.waitFor("roost is there")
        #expect(
            eventually { Self.texts(inbox).contains { $0.contains("over: roost does not answer") } }
        )
        _ = try installation.ask(#"{"request": "send", "words": ["fly"]}"#)
        #expect(eventually { Self.texts(inbox).last?.contains("nothing here takes") == true })
        withExtendedLifetime(roost) {}
    }

    @Test("a test says of each channel what came of it")
    func rehearsal() throws {
        let installation = try TestInstallation()
        let inbox = try PostInbox()
        defer { inbox.end() }
        let file = try Self.file(installation, inbox)
        let good = try finished(try Self.notify("--test", file))
        #expect(good.end == .exited(0))
        #expect(good.output == "phone: delivered\n")
        #expect(Self.texts(inbox) == ["a test: messages of roost come through here"])
        try installation.directory.write(
            "notify.json",
            #"{"channels": {"phone": {"kind": "ntfy", "url": "http://127.0.0.1:1/garden"}}}"#)
        let bad = try finished(try Self.notify("--test", file))
        #expect(bad.end == .exited(1))
        #expect(bad.output.hasPrefix("phone: NOT delivered: "))
    }
}
