import Values

extension DriverStateMachine {
    enum State: Sendable {
        case idle
        /// On its way to `running`; with the failure that it reported before it got there.
        case starting(DeviceError?)
        case running(any Driver, since: Instant)
        /// Without an instance, on its way to `backoff`, `failed` or `stopped`.
        case closing
        case backoff(DeviceError, retryAt: Instant)
        /// The restart budget is spent, or a driver that it needs has failed.
        case failed(DeviceError, isParked: Bool)
        case stopped(wasSafe: Bool)
    }

    /// What has to be done, by whoever caused it and without the lock.
    enum Effect: Sendable {
        case nothing
        case announce
        case makeSafe(any Driver)
        /// Close it, then `settle` the fault.
        case replace(any Driver, DeviceError, ranFor: Duration)
        /// Start again after the delay.
        case wait(Duration, DeviceError)
        /// Close it, if there is one, then start the next with `reopened`.
        case reopen((any Driver)?)
        /// Make the device safe without an instance, then tell `madeSafe`.
        case park
        /// Close it and make its device safe without an instance: nobody waits for it any more.
        case discard(any Driver)
        case close(any Driver)
    }
}

extension DriverStateMachine.State {
    /// How safe the device is.
    var safety: KnownSafety.Answer {
        switch self {
        // Never started, so never moved.
        case .idle: return (isSettled: true, isSafe: true, isAtRest: true)
        case .starting, .closing: return (isSettled: false, isSafe: false, isAtRest: false)
        case .running(let driver, _):
            // Asked once: by a second question it may have changed, and one that is settled and not safe is given up.
            let isSafe = driver.isSafe
            return (isSettled: isSafe, isSafe: isSafe, isAtRest: driver.isAtRest)
        case .backoff: return (isSettled: true, isSafe: false, isAtRest: false)
        case .failed(_, let isParked): return (true, isParked, isParked)
        case .stopped(let wasSafe): return (true, wasSafe, wasSafe)
        }
    }
}
