import JSON
import Settings
import Values

/// Who can be asked, by kind.
private enum AskedKind {
    case driver(DriverKind)
    case policy(any Policy.Type)

    func check(_ words: [String], of name: String) throws(PlainError) -> RequestEffect {
        switch self {
        case .driver(let kind): try kind.check(words, name)
        case .policy(let kind): try kind.check(request: words, of: name)
        }
    }
}

extension ConfigurationReader {
    /// Refuses a policy that would ask another plugin for what that does not take, or for what can hurt; and policies that ask
    /// each other in a circle with no bound.
    func checkAsks(of policies: [PolicyEntry], running: [PolicyEntry], drivers: [DriverEntry]) {
        var kinds: [String: AskedKind] = [:]
        for driver in drivers { kinds[driver.name] = .driver(driver.kind) }
        for policy in running { kinds[policy.name] = .policy(policy.kind) }
        for policy in policies {
            let path = SettingPath("policies").key(policy.name)
            for ask in policy.configured.asks { check(ask, among: kinds, at: path) }
        }
        for policy in running { rejectCircle(from: policy, among: running) }
    }

    private func check(
        _ ask: PlannedAsk, among kinds: [String: AskedKind], at path: SettingPath
    ) {
        guard let kind = kinds[ask.plugin] else {
            let near = suggestion(for: ask.plugin, among: kinds.keys)
            return errors.add(
                ask.place.error(
                    in: path, .unknownName,
                    "nothing that runs is called \"\(ask.plugin.prefix(40))\".\(near)"))
        }
        do throws(PlainError) {
            guard try kind.check(ask.words, of: ask.plugin) > .ordinary else { return }
            errors.add(
                ask.place.error(
                    in: path, .beyondLimits,
                    "\"\(ask.words[0])\" may set in motion what can hurt: only a person asks for it"
                ))
        } catch {
            errors.add(ask.place.error(in: path, .wrongValue, error.description))
        }
    }

    /// A circle is told once: from the policy whose name is the first in it.
    private func rejectCircle(from start: PolicyEntry, among running: [PolicyEntry]) {
        let entries = Dictionary(running.map { ($0.name, $0) }) { first, _ in first }
        var seen: Set<String> = []
        var ways = start.configured.asks.filter { !$0.isBounded }.map {
            (first: $0, way: [$0.plugin])
        }
        while let (first, way) = ways.popLast() {
            guard let name = way.last, let next = entries[name] else { continue }
            if name == start.name {
                guard start.name == way.min() else { continue }
                let words = ([start.name] + way).joined(separator: " → ")
                let path = SettingPath("policies").key(start.name)
                return errors.add(
                    first.place.error(
                        in: path, .conflict,
                        "policies ask each other in a circle: \(words); say \"at_most\" in one of these"
                    ))
            }
            guard seen.insert(name).inserted else { continue }
            for ask in next.configured.asks where !ask.isBounded {
                ways.append((first, way + [ask.plugin]))
            }
        }
    }
}

extension Policy {
    /// See `PluginRequest.check`.
    static func check(
        request words: [String], of plugin: String
    ) throws(PlainError) -> RequestEffect { try Request.check(words, of: plugin) }
}
