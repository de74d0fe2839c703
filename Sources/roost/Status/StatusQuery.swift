import CommandKit
import Control
import Core
import JSON
import Terminal
import Values

/// What a person wants to know of the status, and from whom.
struct StatusQuery: Sendable {
    /// One status, as it was asked for.
    struct Answer {
        fileprivate let json: JSONValue
        let report: StatusReport
        fileprivate let query: StatusQuery
    }

    let paths: [String]
    /// One driver or policy, or all.
    let name: String?
    let isJSON: Bool

    /// Asks the running roost.
    ///
    /// - Throws: that none runs, that it answers what is no status, or that it has no such name.
    func answer() throws(CommandError) -> Answer {
        let json = try ControlClient(paths: paths).ask(["request": "status"])["status"] ?? .null
        guard let report = try? json.decode(as: StatusReport.self) else {
            throw .failed("roost gave a status that this version does not understand")
        }
        let names = report.drivers.map(\.name) + report.policies.map(\.name)
        if let name, !names.contains(name) {
            let known =
                names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
            throw .failed(
                "no driver or policy \"\(name)\".\(suggestion(for: name, among: names)) (\(known))")
        }
        return Answer(json: json, report: report, query: self)
    }
}

extension StatusQuery.Answer {
    /// The lines to show; whole and without colour where there is no screen.
    func lines(on screen: (columns: Int, rows: Int)?) -> [String] {
        if query.isJSON { return [shownJSON.line] }
        return text(on: screen).map { Console.text(of: $0, onScreen: screen != nil) }
    }

    private func text(on screen: (columns: Int, rows: Int)?) -> [StyledText] {
        guard let name = query.name else {
            return StatusOverview(report, columns: screen?.columns, rows: screen?.rows ?? 0).lines
        }
        let drivers = report.drivers.filter { $0.name == name }
            .map { StatusDetail($0, in: report, columns: screen?.columns).lines }
        let policies = report.policies.filter { $0.name == name }
            .map { StatusDetail($0, in: report, columns: screen?.columns).lines }
        return Array((drivers + policies).joined(separator: [""]))
    }

    /// With a name, the same object with nothing else in its lists.
    private var shownJSON: JSONValue {
        guard let name = query.name, case .object(var members) = json else { return json }
        for list in ["drivers", "policies"] {
            guard case .array(let items)? = members[list] else { continue }
            members[list] = .array(items.filter { $0["name"] == .string(name) })
        }
        return .object(members)
    }
}
