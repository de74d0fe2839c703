import Core
import Values

/// What a step of rules decides by.
package struct RuleInputs: Equatable, Sendable {
    /// A press of a button, by the name that rules have for it.
    package struct Press: Equatable, Sendable {
        let name: String
        let event: Event<ButtonPress>

        package init(_ name: String, _ event: Event<ButtonPress>) {
            self.name = name
            self.event = event
        }
    }

    package var readings: Readings
    /// `nil` where no clock is connected.
    package var clock: Sample<WallTime>?
    package var presses: [Press]
    package var requests: [Event<RuleRequest>]
    /// What became of what rules have asked others for.
    package var answers: [Response]

    package init(
        _ readings: Readings, clock: Sample<WallTime>? = nil, presses: [Press] = [],
        requests: [Event<RuleRequest>] = [], answers: [Response] = []
    ) {
        self.readings = readings
        self.clock = clock
        self.presses = presses
        self.requests = requests
        self.answers = answers
    }

    /// Reads what the rules of a plan go by.
    package init(_ port: InputReader, _ plan: RulePlan) {
        readings = port.readings(plan.readings, plan.names)
        clock = port.sample(optional: "clock", "What time it is.")
        presses = []
        for press in plan.presses {
            let events: [Event<ButtonPress>] = port.events(
                press.name, at: press.mention, press.summary)
            for event in events { presses.append(Press(press.name, event)) }
        }
        requests = port.requests()
        answers = port.askResponses()
    }
}

extension NameKey {
    fileprivate static let clock = NameKey("clock")
    fileprivate static let requests = NameKey("requests")
    fileprivate static let answers = NameKey("answers")
}

/// As an object with a member for each input, so that records, `roost why` and replays find them by their names.
extension RuleInputs: Codable {
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: NameKey.self)
        for (name, sample) in zip(readings.names, readings.samples) {
            try values.encode(sample, forKey: NameKey(name))
        }
        try values.encodeIfPresent(clock, forKey: .clock)
        let pressed = Dictionary(grouping: presses, by: \.name)
        for (name, presses) in pressed {
            try values.encode(presses.map(\.event), forKey: NameKey(name))
        }
        if !requests.isEmpty { try values.encode(requests, forKey: .requests) }
        if !answers.isEmpty { try values.encode(answers, forKey: .answers) }
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: NameKey.self)
        clock = try values.decodeIfPresent(Sample<WallTime>.self, forKey: .clock)
        requests =
            try values.decodeIfPresent([Event<RuleRequest>].self, forKey: .requests) ?? []
        answers = try values.decodeIfPresent([Response].self, forKey: .answers) ?? []
        var names: [String] = []
        var samples: [Sample<Reading>] = []
        var pressed: [Press] = []
        let own = ["clock", "requests", "answers"]
        for key in values.allKeys.sorted(by: { $0.stringValue < $1.stringValue })
        where !own.contains(key.stringValue) {
            let name = key.stringValue
            if let events = try? values.decode([Event<ButtonPress>].self, forKey: key) {
                pressed += events.map { Press(name, $0) }
            } else {
                names.append(name)
                samples.append(try values.decode(Sample<Reading>.self, forKey: key))
            }
        }
        readings = Readings(names: names, samples: samples)
        presses = pressed.sorted { $0.event.postedAt < $1.event.postedAt }
    }
}

/// What rules can be asked for.
package enum RuleRequest: PluginRequest {
    case setMode(rule: String, RuleMode)

    package static let declarations: [RequestDeclaration<RuleRequest>] = [
        .init("rule", "Let a rule decide by itself, or pause it.", ModeNews.self) {
            .setMode(rule: $0.name, $0.mode)
        }
    ]
}

package enum RuleMode: String, CaseIterable, Codable, Sendable {
    case auto, paused
}
