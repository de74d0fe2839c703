import Core
import JSON
import Testing

@Suite struct StatusReportAgeTests {
    private static let text = """
        {"schema": 1, "name": "a", "version": "1", "phase": "running", "uptime_seconds": 10,
         "configuration": {"age_seconds": 5, "probation_seconds": 2,
          "last_refusal": {"text": "no", "age_seconds": 3}},
         "drivers": [{"name": "b", "driver": "c", "state": "backoff", "retry_in_seconds": 1,
          "restarts": 1, "last_error": {"kind": "absent", "text": "gone", "age_seconds": 4},
          "diagnostics": [], "sources": {"d": {"kind": "e", "quality": "stale", "age_seconds": 7,
          "value": null}}}],
         "policies": [{"name": "f", "policy": "g", "inputs": {}, "outputs": {},
          "period_milliseconds": 50, "ticks": 1, "skipped_ticks": 0,
          "since_last_tick_seconds": 0.02,
          "lateness": {"p50_milliseconds": 1, "p99_milliseconds": 1, "max_milliseconds": 1},
          "step_time": {"p50_milliseconds": 1, "p99_milliseconds": 1, "max_milliseconds": 1}}]}
        """

    private func aged(by elapsed: Duration) throws -> StatusReport {
        try JSONValue(parsing: Array(Self.text.utf8)).decode(as: StatusReport.self)
            .aged(by: elapsed)
    }

    @Test("without news ages grow, what is to come draws near, and a policy's last step stays")
    func ages() throws {
        let report = try aged(by: .seconds(3))
        #expect(report.uptimeSeconds == 13)
        #expect(report.configuration?.ageSeconds == 8)
        #expect(report.configuration?.probationSeconds == 0)
        #expect(report.configuration?.lastRefusal?.ageSeconds == 6)
        let driver = try #require(report.drivers.first)
        #expect(driver.retryInSeconds == 0)
        #expect(driver.runningSeconds == nil)
        #expect(driver.lastError?.ageSeconds == 7)
        #expect(driver.sources["d"]?.ageSeconds == 10)
        #expect(report.policies.first?.sinceLastTickSeconds == 0.02)
    }

    @Test("nothing becomes younger") func backwards() throws {
        #expect(try aged(by: .seconds(-3)).uptimeSeconds == 10)
    }
}
