import Devices

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
    /// Whether nothing needs to be waited for any more, safe or not.
    var isSettled: Bool {
        switch self {
        case .running(let driver, _): driver.isSafe
        case .starting, .closing: false
        case .idle, .backoff, .failed, .stopped: true
        }
    }

    /// Whether the device is known to be in its safe state.
    var isSafe: Bool {
        switch self {
        // Never started, so never moved.
        case .idle: true
        case .running(let driver, _): driver.isSafe
        case .starting, .closing, .backoff: false
        case .failed(_, let isParked): isParked
        case .stopped(let wasSafe): wasSafe
        }
    }

    /// Whether the device is known to do what it does in its safe state.
    var isAtRest: Bool {
        guard case .running(let driver, _) = self else { return isSafe }
        return driver.isAtRest
    }
}
