import Settings
import Values

/// An input of which a person has chosen the name, and of which only the form is known.
package struct ReadingInput: Sendable {
    package enum Form: Equatable, Sendable {
        /// A number of one of these quantities.
        case number(Set<Measurement.Quantity>)
        case contact
    }

    package let name: String
    package let form: Form
    /// Where the settings name it first.
    package let mention: SettingPlace
    /// One sentence for the reference.
    package let summary: String
    /// What is said where something else stands there, as a sentence.
    package let hint: String?

    package init(
        _ name: String, _ form: Form, at mention: SettingPlace, _ summary: String,
        hint: String? = nil
    ) {
        self.hint = hint
        self.name = name
        self.form = form
        self.mention = mention
        self.summary = summary
    }

    var port: PolicyPort {
        switch form {
        case .contact:
            PolicyPort(
                name: name, kinds: [Contact.kind], summary: summary, flow: .state,
                isRequired: true, variables: { Contact.variables }, mention: mention)
        case .number(let quantities):
            PolicyPort(
                name: name, kinds: ReadingEnd.kinds(of: quantities), summary: summary,
                flow: .state, isRequired: true, variables: { Measurement.variables },
                quantities: quantities, mention: mention, hint: hint)
        }
    }
}

/// The samples of such inputs.
package struct Readings: Equatable, Sendable {
    package let names: [String]
    /// In the order of the names.
    package let samples: [Sample<Reading>]

    package init(names: [String] = [], samples: [Sample<Reading>] = []) {
        self.names = names
        self.samples = samples
    }
}

/// A source of readings, whatever its own values are.
struct ReadingEnd: Sendable {
    private static let measurable: [any Measurable.Type] = [
        Temperature.self, LightLevel.self, Level.self, ComputerState.self, Measurement.self,
    ]

    let latest: @Sendable (Instant) -> Sample<Reading>

    /// The kinds of sources that may give one of these quantities.
    static func kinds(of quantities: Set<Measurement.Quantity>) -> [String] {
        measurable.filter { !$0.quantities.isDisjoint(with: quantities) }.map { $0.kind }
    }

    private init(_ latest: @escaping @Sendable (Instant) -> Sample<Reading>) {
        self.latest = latest
    }

    /// `nil` for a source that has nothing of that form. Each type is named here, so that what a step does is compiled for it.
    init?(_ endpoint: any Endpoint, _ form: ReadingInput.Form) {
        let end: ReadingEnd? =
            switch (form, endpoint) {
            case (.contact, let source as Source<Contact>): Self.contact(source)
            case (.number(let wanted), let source as Source<Temperature>):
                Self.number(source, wanted)
            case (.number(let wanted), let source as Source<LightLevel>):
                Self.number(source, wanted)
            case (.number(let wanted), let source as Source<Level>): Self.number(source, wanted)
            case (.number(let wanted), let source as Source<ComputerState>):
                Self.number(source, wanted)
            case (.number(let wanted), let source as Source<Measurement>):
                Self.number(source, wanted)
            default: nil
            }
        guard let end else { return nil }
        self = end
    }

    private static func contact(_ source: Source<Contact>) -> ReadingEnd {
        ReadingEnd { now in
            source.latest(at: now).map(orAbsentBecause: "") { .contact($0) }
        }
    }

    private static func number<Value: Measurable>(
        _ source: Source<Value>, _ wanted: Set<Measurement.Quantity>
    ) -> ReadingEnd? {
        guard !Value.quantities.isDisjoint(with: wanted) else { return nil }
        let wanted = Array(wanted)
        return ReadingEnd { now in
            source.latest(at: now).map(orAbsentBecause: isOther) {
                $0.measurement(of: wanted).map { .measurement($0) }
            }
        }
    }

    private static let isOther = "it measures something else"
}

/// All of one policy, with their names.
final class ReadingEnds: Sendable {
    let names: [String]
    /// `nil` where nothing is connected.
    let ends: [ReadingEnd?]

    init(_ names: [String], _ ends: [ReadingEnd?]) {
        self.names = names
        self.ends = ends
    }
}
