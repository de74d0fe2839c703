import Core
import JSON
import Values

/// One value of a sensor, watched while a person does something to the sensor: covers it, moves it, warms it.
///
/// It shows that the wires lead to this sensor and to no other, which nothing on the machine knows.
struct StimulusCheck {
    /// What a person does.
    enum Stimulus: Equatable {
        /// Cover a light sensor, then let light at it again.
        case cover
        /// Move what a switch watches, there and back.
        case move
        case press
        /// Hold a thermometer in the hand.
        case warm
        /// Hold a tag at its reader.
        case showTag
        /// Let a counter count.
        case count
        /// Do this: a contact must say so for a while, and where `after` is given must have said the other while that was so.
        case stand(String, isActive: Bool, after: String?)
    }

    /// Looks in a row, ten a second, in which a contact says what it must: longer than it bounces, and shorter than a door
    /// leaves a bolt that a hand holds.
    private static let standingLooks = 20

    private static let minLightChange = 0.1
    /// A filter that averages is near to where it was long before it is there.
    private static let lightTolerance = 0.05
    private static let minCelsius = 1.0

    /// As `roost watch` takes it: "twilight.light".
    let name: String
    let driver: String
    let port: String
    let stimulus: Stimulus
    private var start: SourceReport?
    /// The other end of the way, once it was there.
    private var turn: String?
    private var looks = 0
    /// What to do where nothing is seen; `nil` for what is usual.
    private(set) var remedy: String?

    /// `nil` for a port of which nobody can change the value by hand.
    init?(_ driver: DriverEntry, _ port: DriverPort) {
        let isButton = driver.ports.contains { $0.kind == ButtonPress.kind }
        switch (port.flow, port.kind) {
        case (.state, LightLevel.kind): stimulus = .cover
        case (.state, Contact.kind): stimulus = isButton ? .press : .move
        case (.state, Temperature.kind): stimulus = .warm
        case (.state, TagPresence.kind): stimulus = .showTag
        case (.state, Measurement.kind) where port.name.hasSuffix("count"): stimulus = .count
        default: return nil
        }
        self.driver = driver.name
        self.port = port.name
        name = "\(driver.name).\(port.name)"
    }

    /// That a contact at an input of a policy is the right way round.
    init(_ stance: ContactStance, at address: PortAddress) {
        driver = address.driver
        port = address.port
        name = "\(address)"
        stimulus = .stand(stance.deed, isActive: stance.isActive, after: stance.after)
        remedy = stance.otherwise
    }

    /// What to do next.
    var instruction: String {
        switch stimulus {
        case .cover: turn == nil ? "cover it with your hand" : "take your hand away"
        case .move: turn == nil ? "move what it watches to the other end" : "and back again"
        case .press: turn == nil ? "press it" : "let it go"
        case .warm: "hold it between two fingers until it is 1 °C warmer"
        case .showTag: "hold a tag at it"
        case .count: "let it count once: tip the bucket, let water flow"
        case .stand(let deed, let isActive, let after):
            if let after, start == nil {
                "\(after): it must say \"\(Contact(isActive: !isActive))\""
            } else {
                "\(deed): it must say \"\(Contact(isActive: isActive))\" for 2 s"
            }
        }
    }

    /// Takes note of the value as it is now.
    ///
    /// - Returns: what was seen, once it was all of it.
    mutating func observe(_ source: SourceReport) -> String? {
        guard source.quality == .good, let text = source.text else { return nil }
        if case .stand(let deed, let isActive, let after) = stimulus {
            guard start != nil || after == nil else {
                if source.value["is_active"] == .bool(!isActive) { start = source }
                return nil
            }
            looks = source.value["is_active"] == .bool(isActive) ? looks + 1 : 0
            return looks >= Self.standingLooks ? "\(deed): \(text)" : nil
        }
        guard let start else {
            self.start = source
            return stimulus == .showTag && Self.isTag(source) ? text : nil
        }
        switch stimulus {
        case .showTag: return Self.isTag(source) ? text : nil
        case .cover, .move, .press: return roundTrip(from: start, to: source, text)
        case .warm, .count: return hasMoved(from: start, to: source) ? way(start, text) : nil
        case .stand: return nil
        }
    }

    /// There and back; a switch that was there and back between two looks has counted it.
    private mutating func roundTrip(
        from start: SourceReport, to source: SourceReport, _ text: String
    ) -> String? {
        guard let turn else {
            if hasMoved(from: start, to: source) { self.turn = text }
            return missed(start, source).map { way(start, $0, text) }
        }
        return isBack(at: start, source) ? way(start, turn, text) : nil
    }

    private func missed(_ start: SourceReport, _ source: SourceReport) -> String? {
        guard stimulus != .cover, isBack(at: start, source),
            let before = Self.number("changes", of: start),
            let after = Self.number("changes", of: source), after >= before + 2
        else { return nil }
        return Contact(isActive: source.value["is_active"] != true).description
    }

    private func hasMoved(from start: SourceReport, to source: SourceReport) -> Bool {
        switch stimulus {
        case .cover: difference("ratio", start, source) >= Self.minLightChange
        case .warm: difference("celsius", start, source) >= Self.minCelsius
        case .count: difference("value", start, source) > 0
        case .move, .press: start.value["is_active"] != source.value["is_active"]
        case .showTag: Self.isTag(source)
        case .stand: false
        }
    }

    private func isBack(at start: SourceReport, _ source: SourceReport) -> Bool {
        stimulus == .cover
            ? difference("ratio", start, source) <= Self.lightTolerance
            : start.value["is_active"] == source.value["is_active"]
    }

    private func way(_ start: SourceReport, _ rest: String...) -> String {
        ([start.text ?? ""] + rest).joined(separator: " -> ")
    }

    private func difference(
        _ key: String, _ start: SourceReport, _ source: SourceReport
    ) -> Double {
        guard let from = Self.number(key, of: start), let to = Self.number(key, of: source) else {
            return 0
        }
        return abs(to - from)
    }

    private static func number(_ key: String, of source: SourceReport) -> Double? {
        if case .number(let number)? = source.value[key] { number } else { nil }
    }

    private static func isTag(_ source: SourceReport) -> Bool {
        source.value["tag"] != nil && source.value["tag"] != .null
    }
}
