@testable import Control
import JSON
import TestSupport
import Testing
import Values

@testable import Core

/// The text for Prometheus. That Prometheus itself takes it is tried by `script/test-metrics`.
@Suite struct MetricsTests {
    private let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))

    private func lines(
        name: String = "shed", drivers: String = ""
    ) throws -> [String] {
        let house = try ConfigurationReader.read(
            Array(
                """
                {"name": \(JSONValue.string(name).line),
                 "drivers": {"inside": {"driver": "sensor"}, "bolt": {"driver": "bolt"},
                  "lamp": {"driver": "bolt", "switchable": {"longest": "1h"}}\(drivers)},
                 "policies": {"keeper": {"policy": "keeper", "coldest": "5 °C",
                  "inputs": {"temperature": "inside"}, "outputs": {"bolt": "bolt"}}}}
                """.utf8), registry: controlRegistry)
        let supervisor = try Supervisor(
            house, scheduler: clock, log: Log(LossyLog(), source: "roost"),
            runtime: "/nonexistent", manager: NoServiceManager(), onStopped: { _ in })
        supervisor.start()
        clock.advance(by: .seconds(1))
        return supervisor.metrics(at: clock.now).split(separator: "\n").map(String.init)
    }

    /// As behind a reader who has lost three lines.
    private struct LossyLog: LogOutput {
        func write(_ level: LogLevel, source: String, _ message: String) {}
        var lostLines: UInt64 { 3 }
    }

    @Test("the service, each driver, source and policy have their samples") func samples() throws {
        let lines = try lines(drivers: #", "broken": {"driver": "broken"}"#)
        for line in [
            #"roost_info{name="shed",version="\#(roostVersion)"} 1.0"#,
            #"roost_verdict{level="warning"} 1"#, #"roost_verdict{level="well"} 0"#,
            #"roost_phase{phase="running"} 1"#, #"roost_phase{phase="stopping"} 0"#,
            "roost_uptime_seconds 1.0", "roost_log_lost_lines_total 3",
            #"roost_driver_state{driver="inside",state="running"} 1"#,
            #"roost_driver_state{driver="broken",state="backoff"} 1"#,
            #"roost_driver_state{driver="broken",state="running"} 0"#,
            #"roost_driver_restarts_total{driver="inside"} 0"#,
            #"roost_source_quality{source="inside.temperature",quality="good"} 1"#,
            #"roost_source_age_seconds{source="inside.temperature"} 1.0"#,
            #"roost_source_value{source="inside.temperature",figure="celsius"} 21.0"#,
            #"roost_output_by_hand{output="lamp.command"} 0.0"#,
            #"roost_policy_failsafe{policy="keeper"} 0.0"#,
            #"roost_policy_skipped_ticks_total{policy="keeper"} 0"#,
            #"roost_policy_hangs_total{policy="keeper"} 0"#,
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        let ticks = lines.first { $0.hasPrefix(#"roost_policy_ticks_total{policy="keeper"} "#) }
        let words = try #require(ticks).split(separator: " ")
        let count = try #require(words.last)
        #expect(count != "0")
        let last = #"roost_policy_step_seconds_bucket{policy="keeper",le="+Inf"} \#(count)"#
        #expect(lines.contains(last))
    }

    @Test("a source that is not good has a quality and an age, and no value") func absent() throws {
        let lines = try lines()
        #expect(lines.contains(#"roost_source_quality{source="bolt.open",quality="absent"} 1"#))
        #expect(lines.contains { $0.hasPrefix(#"roost_source_age_seconds{source="bolt.open"} "#) })
        #expect(!lines.contains { $0.hasPrefix(#"roost_source_value{source="bolt.open""#) })
    }

    @Test("each metric says first what it is, and has all its samples together, none twice")
    func form() throws {
        let lines = try lines()
        var metric = ""
        var metrics: Set<String> = []
        var samples: Set<Substring> = []
        for line in lines {
            let words = line.split(separator: " ", maxSplits: 3)
            if line.hasPrefix("# HELP ") {
                metric = String(words[2])
                #expect(metrics.insert(metric).inserted, "\(metric)")
                #expect(words[3].hasSuffix("."))
            } else if line.hasPrefix("# TYPE ") {
                #expect(words[2] == metric)
                #expect((words[3] == "counter") == metric.hasSuffix("_total"))
            } else {
                let end = try #require(line.lastIndex(of: " "))
                #expect(samples.insert(line[..<end]).inserted, "\(line)")
                #expect(line.hasPrefix(metric), "\(line)")
                #expect(Double(line[end...].dropFirst()) != nil, "\(line)")
            }
        }
        #expect(metrics.count == 18)
    }

    @Test("the metrics, their types and labels are those that dashboards and alerts ask for")
    func contract() throws {
        var names: [String] = []
        var labels: [String: Set<String>] = [:]
        for line in try lines() {
            if line.hasPrefix("# TYPE ") {
                names.append(String(line.dropFirst("# TYPE ".count)))
            } else if !line.hasPrefix("#"), let name = names.last {
                let keys = line.split(separator: "\"").compactMap { part in
                    part.hasSuffix("=") ? part.dropLast().split { "{,".contains($0) }.last : nil
                }
                labels[name, default: []].formUnion(keys.map(String.init))
            }
        }
        let all = names.sorted().map { name in
            ([name] + (labels[name] ?? []).sorted()).joined(separator: " ")
        }
        if let problem = try Golden.problem("metrics.txt", all) { Issue.record("\(problem)") }
    }

    @Test("what would end a label is escaped") func escaped() throws {
        var family = MetricFamily("m", "Help.")
        family.add(1.0, ["name": "a \"b\" \\ c\nd"])
        #expect(
            family.text
                == "# HELP m Help.\n# TYPE m gauge\nm{name=\"a \\\"b\\\" \\\\ c\\nd\"} 1.0\n")
    }

    @Test("a histogram counts up to each bound, and says the sum in seconds") func histogram() {
        var durations = DurationHistogram()
        for microseconds in [0, 127, 128, 1023, 1024, 2_000_000] {
            durations.record(.microseconds(microseconds))
        }
        var family = MetricFamily("late_seconds", "Help.", .histogram)
        family.add(durations, ["policy": "p"])
        let lines = family.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 2 + 14 + 3)
        for line in [
            #"late_seconds_bucket{policy="p",le="0.000128"} 2"#,
            #"late_seconds_bucket{policy="p",le="0.000256"} 3"#,
            #"late_seconds_bucket{policy="p",le="0.001024"} 4"#,
            #"late_seconds_bucket{policy="p",le="0.002048"} 5"#,
            #"late_seconds_bucket{policy="p",le="1.048576"} 5"#,
            #"late_seconds_bucket{policy="p",le="+Inf"} 6"#,
            #"late_seconds_count{policy="p"} 6"#,
            #"late_seconds_sum{policy="p"} 2.002302"#,
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }
}
