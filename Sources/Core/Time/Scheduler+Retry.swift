import Values

extension Scheduler {
    /// For how long `retry` tries.
    var retryLimit: Duration { .milliseconds(100) }

    /// Tries what a step in progress may prevent, until it is done; `nil` when that takes too long.
    func retry<Value>(_ attempt: () -> Value?) -> Value? {
        let pause = Duration.milliseconds(1)
        for _ in 0..<Int(retryLimit / pause) {
            if let value = attempt() { return value }
            sleep(for: pause)
        }
        return nil
    }
}
