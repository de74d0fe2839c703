import JSON
import Settings

/// What outlives the process of the protection that is in force: settings that protect, and a change that was undone and
/// that nobody has acknowledged.
package struct ProtectionRecord: Codable, Equatable, Sendable {
    /// The settings of one policy or driver that protect, as they are written; `null` for one that is left out.
    struct Plugin: Codable, Equatable, Sendable {
        let kind: String
        /// Those in force.
        let inForce: [String: JSONValue]
        /// Those that the file of the service had then: where a person has changed the file since, the file holds.
        let inFile: [String: JSONValue]
    }

    var policies: [String: Plugin] = [:]
    var drivers: [String: Plugin] = [:]
    var undone: UndoneChange?

    package init() {}

    /// Of a configuration that runs, and the one that the file of the service has at that moment.
    init(running: Configuration, file: Configuration, undone: UndoneChange?) {
        for entry in running.policies {
            policies[entry.name] = Plugin(entry, inFile: entry.counterpart(in: file))
        }
        for entry in running.drivers {
            drivers[entry.name] = Plugin(entry, inFile: entry.counterpart(in: file))
        }
        self.undone = undone
    }
}

extension ProtectionRecord.Plugin {
    fileprivate init<Entry: ProtectedSettings>(_ entry: Entry, inFile file: Entry?) {
        self.init(kind: entry.kindName, inForce: entry.inForce, inFile: (file ?? entry).inForce)
    }
}

/// A change that the service has undone.
package struct UndoneChange: Codable, Equatable, Sendable {
    /// Why, in words.
    package let why: String
    /// What was changed back, each in a line: "pilot: cruise_speed: 2m/s -> 1m/s".
    package let changes: [String]
    /// What stays as it was changed, since to change it back would have allowed more.
    package let kept: [String]
    /// The user who had made the change, where one is known.
    package let askedBy: String?
}

// MARK: - At a start

/// What a start makes of the file of the service and of what was in force before.
package struct StartedConfiguration: Sendable {
    /// The configuration to start with.
    package let configuration: Configuration
    /// Settings that stay as they were although the file allows more, each in a line.
    package var kept: [String] = []
    /// Settings by which the file allows more since a person has changed it, each in a line.
    package var looser: [String] = []
    /// Why what was in force cannot be put together with the file; nothing is to begin then before a person has said so.
    package var conflict: String?

    /// The conflict, as it is told.
    var undone: UndoneChange? {
        conflict.map {
            UndoneChange(
                why: "what was in force before the start is not any more", changes: [$0], kept: [],
                askedBy: nil)
        }
    }
}

extension StartedConfiguration {
    /// By what a configuration that runs since allows more than was in force at the start, and before it.
    func looser(in now: Configuration) -> [String] {
        let since = now.looser(than: configuration)
        let changed = Set((since + configuration.looser(than: now)).map(Self.key))
        return looser.filter { !changed.contains(Self.key($0)) } + since
    }

    /// "pilot: fence_radius" of "pilot: fence_radius 12m -> 30m".
    private static func key(_ line: String) -> [Substring] {
        Array(line.split(separator: " ", maxSplits: 2).prefix(2))
    }
}

extension ProtectionRecord {
    /// The file of the service, held to what was in force when the service ended. `mayLoosen` says of a policy whether
    /// nothing is under way that was held to it; then a file that a person has changed since counts.
    func starting(
        with file: Configuration, mayLoosen: (PolicyEntry) -> Bool
    ) -> StartedConfiguration {
        var (kept, lines, looser) = (KeptSettings(), [String](), [String]())
        for entry in file.policies {
            let names = file.policies.map(\.name)
            guard let before = Self.plugin(of: entry, in: policies, names) else { continue }
            let held = entry.held(to: before, mayLoosen: mayLoosen(entry))
            kept.policies[entry.name] = held.values
            lines += held.kept.map { "\(entry.name): \($0)" }
            looser += held.looser.map { "\(entry.name): \($0)" }
        }
        for entry in file.drivers {
            let names = file.drivers.map(\.name)
            guard let before = Self.plugin(of: entry, in: drivers, names) else { continue }
            let users = file.policies.filter { $0.drivers.contains(entry.name) }
            let held = entry.held(to: before, mayLoosen: users.allSatisfy(mayLoosen))
            kept.drivers[entry.name] = held.values
            lines += held.kept.map { "\(entry.name): \($0)" }
            looser += held.looser.map { "\(entry.name): \($0)" }
        }
        do throws(ConfigurationErrors) {
            return StartedConfiguration(
                configuration: try file.keeping(kept), kept: lines, looser: looser)
        } catch {
            let why = error.all.map(\.description).joined(separator: "; ")
            return StartedConfiguration(
                configuration: file,
                conflict: "\(lines.joined(separator: "; ")): these do not fit the file (\(why))")
        }
    }

    /// That of a policy or driver of the file: by its name, or one of its kind that the file has under no name any more.
    private static func plugin(
        of entry: some ProtectedSettings, in plugins: [String: Plugin], _ names: [String]
    ) -> Plugin? {
        if let same = plugins[entry.name] { return same.kind == entry.kindName ? same : nil }
        let gone = plugins.filter { $0.value.kind == entry.kindName && !names.contains($0.key) }
        return gone.count == 1 ? gone.first?.value : nil
    }
}

extension ProtectedSettings {
    /// What of a file stays as it was, and by what it allows more.
    fileprivate func held(
        to before: ProtectionRecord.Plugin, mayLoosen: Bool
    ) -> (values: [String: JSONValue]?, kept: [String], looser: [String]) {
        let (now, inForce) = (normalForm, normal(before.inForce.withoutNull))
        let inFile = normal(before.inFile.withoutNull)
        var values: [String: JSONValue] = [:]
        var (kept, looser) = ([String](), [String]())
        for (key, protection) in protections
        where !protection.allows(now[key], after: inForce[key]) {
            let old = before.inForce[key] ?? .null
            let shownOld = old == .null ? shownDefault(key) : old
            let changes = SettingChange.all(
                from: (written: shownOld, normal: inForce[key]),
                to: (written: shown(key), normal: now[key]), at: SettingPath(key))
            if now[key] == inFile[key] || !mayLoosen {
                values[key] = old
                kept += changes.map {
                    "\($0.key) stays \($0.oldWords), the file has \($0.newWords)"
                }
            } else if protection.isLooser(now[key], than: inForce[key]) {
                looser += changes.map { "\($0.key) \($0.words)" }
            }
        }
        return (values.isEmpty ? nil : values, kept, looser)
    }
}

extension [String: JSONValue] {
    fileprivate var withoutNull: [String: JSONValue] { filter { $0.value != .null } }
}
