/// A place in a configuration: `drivers.bolt.targets[2]`.
package struct SettingPath: Hashable, Sendable, CustomStringConvertible {
    package enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    /// From the whole file inwards.
    package let steps: [Step]

    /// The place of one key of the file; of the file itself with an empty name.
    package init(_ name: String) {
        self.init(name.isEmpty ? [] : [.key(name)])
    }

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    package func key(_ name: String) -> SettingPath {
        SettingPath(steps + [.key(name)])
    }

    package func index(_ index: Int) -> SettingPath {
        SettingPath(steps + [.index(index)])
    }

    package var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .key(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
