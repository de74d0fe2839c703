import JSON

/// Which way a setting protects people, animals and devices: which of two of its values allows less.
///
/// The service never loosens protection by itself: when it takes a change back, starts again or comes back from a power
/// cut, such a setting moves only the way it protects. A person may move it either way. Values are compared in their
/// normal form (`NormalForm.swift`).
package struct Protection: Equatable, Sendable {
    /// How well a setting protects that is left out, or holds a word where most values are numbers ("never").
    package enum Edge: Sendable {
        case safest, loosest
    }

    private enum Order: Equatable, Sendable {
        case none, task
        case smaller(otherwise: Edge), greater(otherwise: Edge)
        case listed([JSONValue], otherwise: Edge)
    }

    private let order: Order

    /// The setting limits nothing: any value may follow any other.
    package static let nothing = Protection(order: .none)

    /// Another value is another task, such as another mission: none protects more, and only a person changes it.
    package static let task = Protection(order: .task)

    /// The smaller number protects more.
    package static func smaller(otherwise edge: Edge = .loosest) -> Protection {
        Protection(order: .smaller(otherwise: edge))
    }

    /// The greater number protects more.
    package static func greater(otherwise edge: Edge = .loosest) -> Protection {
        Protection(order: .greater(otherwise: edge))
    }

    /// The values in the order in which they protect, the safest first. Any other value, or none, is `otherwise`.
    package static func listed(
        _ values: [JSONValue], otherwise edge: Edge = .loosest
    ) -> Protection {
        Protection(order: .listed(values, otherwise: edge))
    }

    package static var smaller: Protection { smaller() }
    package static var greater: Protection { greater() }

    /// Whether the service may not forget the value that is in force.
    package var isKept: Bool { self != .nothing }

    /// Whether `new` allows more than `old`; both in their normal form, `nil` where the setting is left out.
    package func isLooser(_ new: JSONValue?, than old: JSONValue?) -> Bool { rank(new) > rank(old) }

    /// Whether the service may go from `old` to `new` although no person asks for it.
    package func allows(_ new: JSONValue?, after old: JSONValue?) -> Bool {
        order == .task ? new == old : !isLooser(new, than: old)
    }

    /// The lower, the safer.
    private func rank(_ value: JSONValue?) -> Double {
        switch (order, value) {
        case (.none, _), (.task, _): 0
        case (.smaller, .number(let number)?): number
        case (.greater, .number(let number)?): -number
        case (.smaller(let edge), _), (.greater(let edge), _): edge.rank
        case (.listed(let values, let edge), let value):
            value.flatMap { values.firstIndex(of: $0) }.map { Double($0) } ?? edge.rank
        }
    }

    /// For people: "a smaller value is safer".
    package var words: String {
        switch order {
        case .none: "it protects nothing"
        case .task: "only a person changes it"
        case .smaller(let edge): "a smaller value is safer\(edge.words)"
        case .greater(let edge): "a greater value is safer\(edge.words)"
        case .listed(let values, _):
            "the safest first: " + values.map(\.line).joined(separator: ", ")
        }
    }
}

extension Protection.Edge {
    fileprivate var rank: Double { self == .safest ? -.infinity : .infinity }

    fileprivate var words: String { self == .safest ? "; none at all is the safest" : "" }
}
