import Core
import JSON
import Values

/// A batch as ntfy takes it: "Publish as JSON", https://docs.ntfy.sh/publish/#publish-as-json.
enum NtfyFormat {
    static func body(_ batch: Batch, topic: NtfyTopic, service: String, at time: WallTime?)
        -> JSONValue
    {
        [
            "topic": .string(topic.name), "title": .string(batch.title(of: service)),
            "message": .string(batch.text(at: time)), "priority": .number(priority(batch)),
            "tags": [.string(tag(batch))],
        ]
    }

    /// 5 is "really long vibration bursts", 3 the default, 2 "no vibration or sound" (#message-priority).
    private static func priority(_ batch: Batch) -> Double {
        switch batch.severity {
        case .info: 2
        case .warning: 3
        case .alarm: 5
        }
    }

    /// Names of emojis (#tags-emojis).
    private static func tag(_ batch: Batch) -> String {
        if batch.isOver { return "white_check_mark" }
        return switch batch.severity {
        case .info: "information_source"
        case .warning: "warning"
        case .alarm: "rotating_light"
        }
    }
}
