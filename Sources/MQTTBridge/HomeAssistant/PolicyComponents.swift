import Core
import JSON

/// What Home Assistant shows of every policy: why it does what it does, and what is wrong.
struct PolicyComponents {
    private let policy: PolicyReport
    private let topics: BridgeTopics

    init(_ policy: PolicyReport, _ topics: BridgeTopics) {
        self.policy = policy
        self.topics = topics
    }

    var all: [Component] { [reason, failsafe, alert] }

    private var name: String { policy.name }
    private var topic: JSONValue { .string(topics.policy(name)) }

    private var reason: Component {
        Component(
            .sensor, "\(name)_reason", "\(name) reason",
            [
                "stat_t": topic, "val_tpl": "{{ (value_json.text or '')[:255] }}",
                "json_attr_t": topic,
                "json_attr_tpl":
                    "{{ {'code': value_json.code, 'reason': value_json.text} | tojson }}",
            ])
    }

    private var failsafe: Component {
        Component(
            .binarySensor, "\(name)_failsafe", "\(name) failsafe",
            [
                "stat_t": topic, "dev_cla": "problem",
                "val_tpl": "{{ 'ON' if value_json.is_failsafe or value_json.hangs else 'OFF' }}",
            ])
    }

    private var alert: Component {
        Component(
            .binarySensor, "\(name)_alert", "\(name) alert",
            [
                "stat_t": topic, "dev_cla": "problem",
                "val_tpl": "{{ 'ON' if value_json.details.alerts else 'OFF' }}",
                "json_attr_t": topic,
                "json_attr_tpl":
                    "{{ {'alerts': value_json.details.alerts | default([])} | tojson }}",
            ])
    }
}
