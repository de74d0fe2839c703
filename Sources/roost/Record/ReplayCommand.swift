import CommandKit
import Core
import JSON
import Recording
import Values

/// `roost replay`: the recorded decisions once more, in no time.
enum ReplayCommand {
    static let usage = """
        roost replay FILE [--config NEW] [--json]
              runs the policies of a record again on the inputs that they had, in no time: they decide the
              same, to the last bit, or it says where not. FILE is a directory of records or one of its files.
              With --config it says what another configuration would have decided on the same inputs,
              and how much earlier or later. Ends with 1 where the same settings decide otherwise.
        """

    private static let maxShifts = 20

    static func main(_ words: [String]) throws(CommandError) -> Int32 {
        let arguments = try Arguments(words, options: ["--config"], flags: ["--json"])
        let source = try RecordSource(path: try arguments.single("a directory of records"))
        var other: Configuration?
        if let path = arguments["--config"] { other = try ConfigurationFile.load(path) }
        var replay = Replay(ConfigurationFile.registry, with: other)
        _ = try orFail(try source.reader.read(Replay.kinds) { replay.add($0, $1) })
        let results = replay.results.sorted { $0.key < $1.key }
        guard !results.isEmpty else { throw .failed("there is no policy in these records") }
        if arguments.has("--json") {
            Console.out(JSONValue.array(results.map { json($0.key, $0.value) }).line)
        } else {
            for (name, result) in results {
                let lines = other == nil ? same(result) : changed(result)
                Console.out("\(name): \(lines.joined(separator: "\n  "))")
            }
        }
        let differs = results.contains { $0.value.differences > 0 }
        return other == nil && differs ? ExitCode.failed : ExitCode.success
    }

    private static func same(_ result: Replay.Result) -> [String] {
        guard let first = result.first else {
            return ["\(result.steps) steps, all decided the same"] + result.remarks
        }
        return [
            "\(result.steps) steps, \(result.differences) decided otherwise",
            "first at \(clock(first.time)): recorded: \(first.recorded)",
            "replayed: \(first.replayed)",
        ] + result.remarks
    }

    private static func changed(_ result: Replay.Result) -> [String] {
        let shifts = result.shifts
        let head =
            shifts.isEmpty
            ? sameTimes(result) : "\(result.steps) steps; with the new file it would have become"
        let more = shifts.count > maxShifts ? ["and \(shifts.count - maxShifts) more"] : []
        return [head] + shifts.prefix(maxShifts).map(text) + more + result.remarks
    }

    /// Of outputs that change when they did; the reasons may be others, and what people are told by them.
    private static func sameTimes(_ result: Replay.Result) -> String {
        guard let first = result.first else {
            return "\(result.steps) steps: the new file would have done the same at the same times"
        }
        return "\(result.steps) steps: the outputs would have been the same at the same times; "
            + "in \(result.differences) of them the reason or something else would have been different, "
            + "first at \(clock(first.time)): \(first.replayed)"
    }

    static func text(_ shift: Replay.Result.Shift) -> String {
        switch (shift.recorded, shift.replayed) {
        case (let old?, let new?):
            let by = new.at - old.at
            let words = by < .zero ? "\(span(.zero - by)) earlier" : "\(span(by)) later"
            return "\(old.word) (\(old.output)) \(words), at \(clock(new.time)) "
                + "in place of \(clock(old.time)): \(new.reason)"
        case (let old?, nil):
            return "never \(old.word) (\(old.output)), as it did at \(clock(old.time)); "
                + "the new file says then: \(old.reason)"
        case (nil, let new?):
            return "\(new.word) (\(new.output)) at \(clock(new.time)), as it did not: \(new.reason)"
        case (nil, nil): return ""
        }
    }

    /// In seconds also below one, so that a list does not have "1000 ms" beside "1.0 s".
    private static func span(_ duration: Duration) -> String {
        let seconds = (duration.seconds * 100).rounded() / 100
        guard seconds > 0, seconds < 120 else { return Values.text(of: duration) }
        let decimals = seconds < 1 ? 2 : seconds < 10 ? 1 : 0
        return "\(fixedText(of: seconds, decimals: decimals)) s"
    }

    private static func clock(_ time: WallTime?) -> String {
        time.map { String("\($0)".prefix(19)) } ?? "an unknown time"
    }

    private static func json(_ name: String, _ result: Replay.Result) -> JSONValue {
        let shifts = result.shifts.map { shift -> JSONValue in
            [
                "output": JSONValue((shift.recorded ?? shift.replayed)?.output),
                "word": JSONValue((shift.recorded ?? shift.replayed)?.word),
                "recorded": JSONValue(shift.recorded?.time?.description),
                "replayed": JSONValue(shift.replayed?.time?.description),
            ]
        }
        return [
            "name": .string(name), "steps": .number(Double(result.steps)),
            "differences": .number(Double(result.differences)), "shifts": .array(shifts),
            "remarks": .array(result.remarks.map { .string($0) }),
        ]
    }
}
