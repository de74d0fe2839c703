import Values

extension StatusReport {
    /// What this report says after so long without news: what has an age is older by as much.
    ///
    /// Who watches is not told again for what is only older (`docs/status.md`). Since when a policy has not
    /// stepped is left as it is: whoever steps at every tick is not told of for that either.
    package func aged(by elapsed: Duration) -> StatusReport {
        let seconds = max(0, elapsed.seconds)
        var report = self
        report.uptimeSeconds += seconds
        report.configuration?.age(by: seconds)
        for index in report.drivers.indices { report.drivers[index].age(by: seconds) }
        for index in (report.leftBehind ?? []).indices {
            report.leftBehind?[index].ageSeconds += seconds
        }
        for index in report.policies.indices {
            report.policies[index].memoryFault?.ageSeconds += seconds
        }
        return report
    }
}

extension ConfigurationReport {
    fileprivate mutating func age(by seconds: Double) {
        ageSeconds += seconds
        probationSeconds = probationSeconds.map { max(0, $0 - seconds) }
        lastRefusal?.ageSeconds += seconds
        undone?.ageSeconds += seconds
    }
}

extension DriverReport {
    fileprivate mutating func age(by seconds: Double) {
        runningSeconds = runningSeconds.map { $0 + seconds }
        retryInSeconds = retryInSeconds.map { max(0, $0 - seconds) }
        lastError?.ageSeconds += seconds
        for port in sources.keys { sources[port]?.ageSeconds += seconds }
        for port in (outputs ?? [:]).keys { outputs?[port]?.age(by: seconds) }
    }
}
