import Core
import HTTPClient
import JSON
import LinuxIO
import TestSupport
import Testing
import Values

@testable import Notify

@Suite("How messages look")
struct FormatTests {
    private static let noon = WallTime(secondsSince1970: 1_780_315_200, secondsAheadOfUTC: 7200)

    private static func one(
        _ text: String, _ severity: Severity, minutesAgo: Double = 0, isOver: Bool = false
    ) -> Notification {
        var one = Notification("door/\(text)", source: "door", severity, text, isOver: isOver)
        one.time = noon?.after(.seconds(-60 * minutesAgo))
        return one
    }

    /// The fields and their ranges: https://docs.ntfy.sh/publish/#publish-as-json.
    @Test("ntfy is told the topic, a title, a text, how urgent it is and its sign")
    func ntfy() throws {
        let topic = try #require(NtfyTopic("https://ntfy.sh/garden_1"))
        let batch = try #require(Batch(first: [Self.one("jammed", .alarm)]))
        let body = NtfyFormat.body(batch, topic: topic, service: "shed", at: Self.noon)
        #expect(topic.server == "https://ntfy.sh/")
        #expect(
            body.line == #"{"message":"jammed","priority":5,"tags":["rotating_light"],"#
                + #""title":"shed: door","topic":"garden_1"}"#)
    }

    @Test("what is over has its own sign, and disturbs nobody")
    func over() throws {
        let topic = try #require(NtfyTopic("http://10.0.0.2:8080/a"))
        let batch = try #require(Batch(first: [Self.one("jammed", .alarm, isOver: true)]))
        let body = NtfyFormat.body(batch, topic: topic, service: "shed", at: Self.noon)
        #expect(body["priority"] == 2)
        #expect(body["tags"] == ["white_check_mark"])
        #expect(body["message"] == "over: jammed")
    }

    @Test("several have a line each, with the local time of each")
    func several() throws {
        let batch = try #require(
            Batch(
                first: [
                    Self.one("a", .warning, minutesAgo: 90),
                    Self.one("b", .alarm, minutesAgo: 1500), Self.one("c", .info),
                ], lost: 2))
        #expect(
            batch.text(at: Self.noon) == """
                12:30 a
                2026-05-31 13:00:00 +02:00 b
                14:00 c
                2 more were not kept, since too many waited
                """)
        #expect(batch.severity == .alarm)
        #expect(batch.title(of: "shed") == "shed: door")
    }

    @Test("one that comes late says when it was, one that comes at once does not")
    func late() throws {
        let late = try #require(Batch(first: [Self.one("a", .warning, minutesAgo: 3)]))
        let soon = try #require(Batch(first: [Self.one("a", .warning, minutesAgo: 1)]))
        #expect(late.text(at: Self.noon) == "13:57 a")
        #expect(soon.text(at: Self.noon) == "a")
    }

    @Test("a webhook gets each message with all that is known of it")
    func webhook() throws {
        let batch = try #require(Batch(first: [Self.one("jammed", .alarm)]))
        let body = WebhookFormat.body(batch, service: "shed", at: Self.noon)
        #expect(
            body.line == #"{"is_over":false,"lost":0,"messages":[{"count":1,"is_over":false,"#
                + #""key":"door/jammed","severity":"alarm","source":"door","text":"jammed","#
                + #""time":"2026-06-01 14:00:00 +02:00"}],"name":"shed","severity":"alarm","#
                + #""text":"jammed","title":"shed: door"}"#)
    }

    @Test("a text from outside is one line, of bounded length")
    func harmless() {
        let one = Notification("k", source: "door", .info, "a\nb\u{1B}[2J\u{9B}c")
        #expect(one.text == "a b [2J c")
        #expect(
            Notification("k", source: "d", .info, String(repeating: "x", count: 5000)).text.count
                == 400)
    }

    /// RFC 9110, section 15: 2xx is a success; 413 and 422 say that the content is bad; 401, 403 and 404 may be
    /// mended by a person, 429 and 5xx by time.
    @Test("only a message that is bad itself is given up")
    func outcomes() {
        func delivery(_ status: Int) -> Delivery {
            Delivery(.answered(status: status, text: "", retryAfter: nil))
        }
        for status in [200, 202, 204] { #expect(delivery(status) == .delivered) }
        for status in [400, 413, 422] { #expect(delivery(status) == .refused("HTTP \(status)")) }
        for status in [301, 401, 403, 404, 408, 429, 500, 503] {
            #expect(delivery(status) == .failed("HTTP \(status)", retryAfter: nil))
        }
        #expect(Delivery(.failed("no route")) == .failed("no route", retryAfter: nil))
        #expect(
            Delivery(.answered(status: 429, text: "slow\ndown", retryAfter: .seconds(9)))
                == .failed("HTTP 429: slow down", retryAfter: .seconds(9)))
    }

    @Test(
        "a topic of ntfy is the last part of its address",
        arguments: [
            "https://ntfy.sh/", "https://a-b", "https://ntfy.sh/a b", "https://ntfy.sh/ü", "",
        ])
    func noTopic(url: String) {
        #expect(NtfyTopic(url) == nil)
    }

    @Test("the same sentence with other figures is the same thing")
    func figures() {
        #expect(withoutFigures("light 54.2 %, since 12 s") == "light 0.0 %, since 0 s")
    }

    @Test("what is kept is read as it was written, and a broken file is told")
    func saved() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/state.json"
        #expect(try SavedState.read(path) == nil)
        let state = SavedState(
            boot: "b", seenUntil: Instant(nanoseconds: 123_456_789_012_345_678),
            standing: [
                "Mia/x": StandingCondition(source: "Mia", severity: .alarm, text: "t")
            ], waiting: ["Phone": [Self.one("jammed", .alarm, isOver: true)]])
        try state.write(path)
        #expect(try SavedState.read(path) == state)
        try replaceFile(at: path, with: Array("{".utf8), mode: 0o600)
        #expect(throws: PlainError.self) { try SavedState.read(path) }
    }
}
