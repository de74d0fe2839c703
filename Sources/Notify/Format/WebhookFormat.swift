import Core
import JSON
import Values

/// A batch as a webhook takes it: `docs/notify.md` has the keys.
enum WebhookFormat {
    static func body(_ batch: Batch, service: String, at time: WallTime?) -> JSONValue {
        [
            "name": .string(service), "severity": .string(batch.severity.rawValue),
            "is_over": .bool(batch.isOver), "title": .string(batch.title(of: service)),
            "text": .string(batch.text(at: time)), "lost": .number(Double(batch.lost)),
            "messages": .array(batch.notifications.map(message)),
        ]
    }

    private static func message(_ one: Notification) -> JSONValue {
        [
            "source": .string(one.source), "severity": .string(one.severity.rawValue),
            "is_over": .bool(one.isOver), "text": .string(one.text), "key": .string(one.key),
            "count": .number(Double(one.count)), "time": JSONValue(one.time?.description),
        ]
    }
}
