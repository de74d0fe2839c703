import CommandKit
import Core
import JSON
import Settings
import Values

/// Another configuration for the roost that runs.
extension ControlClient {
    /// After that nothing is changed any more.
    private static let decidedWithin = Duration.seconds(5)
    /// Longer, so that the answer says which of the two it was.
    private static let answerWithin = Duration.seconds(10)

    /// What it would change.
    package func plan(_ offer: ConfigurationOffer) throws(CommandError) -> ChangePlan {
        try change(offer.members("plan"), unanswered: Self.noAnswer)
    }

    /// Has it applied: all of it or nothing. Without probation it is not taken back where health falls.
    package func apply(
        _ offer: ConfigurationOffer, onProbation: Bool = true
    ) throws(CommandError) -> ChangePlan {
        var members = offer.members("apply")
        if !onProbation { members["probation"] = false }
        return try change(members)
    }

    /// A request that may change what runs, but for its deadline.
    package func change(
        _ request: [String: JSONValue],
        unanswered: String =
            "no answer: nobody knows whether anything was changed; roost plan says "
            + "\"nothing changes\" if it was"
    ) throws(CommandError) -> ChangePlan {
        var request = request
        let deadline = DispatchScheduler().now + Self.decidedWithin
        request["deadline_ns"] = JSONValue(integer: deadline.nanoseconds)
        var answer: JSONValue
        repeat {
            answer = try self.answer(
                to: .object(request), within: Self.answerWithin, unanswered: unanswered)
        } while answer["code"] == "busy" && isTimeLeft(until: deadline)
        answer = try Self.unwrap(answer)
        guard let plan = try? answer["plan"]?.decode(as: ChangePlan.self) else {
            throw .failed("roost gave an answer that this version does not understand")
        }
        return plan
    }

    /// Waits before a request is repeated that was answered with "busy": the service judges one change at a time.
    private func isTimeLeft(until deadline: Instant) -> Bool {
        let clock = DispatchScheduler()
        clock.sleep(for: .milliseconds(100))
        return clock.now < deadline
    }

    /// How everything is.
    package func status() throws(CommandError) -> StatusReport {
        let answer = try ask(["request": "status"])
        return try orFail((answer["status"] ?? .null).decode(as: StatusReport.self))
    }
}

extension ConfigurationOffer {
    fileprivate func members(_ request: String) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "request": .string(request), "text": .string(text),
            "files": .object(files.mapValues(\.json)),
        ]
        members["selection"] = selection.map { .object($0.mapValues { .string($0) }) }
        members["kept"] = kept.flatMap { JSONValue(encoding: $0) }
        return members
    }
}
