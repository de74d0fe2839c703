import Core
import LinuxIO
import Synchronization
import Values

// Timers, readers of descriptors and handlers of commands. All end with the driver.
extension DriverShell {
    /// Calls at once and then every `period`, never twice at a time. `work` may wait for a device.
    package func every(
        _ period: Duration, name: String? = nil,
        _ work: @escaping @Sendable (DriverShell, Instant) -> Void
    ) {
        timer(name, work).set(.every(period))
    }

    /// A timer that its owner sets, for work that may wait for a device. It ends with the driver.
    package func timer(
        _ name: String?, _ work: @escaping @Sendable (DriverShell, Instant) -> Void
    ) -> WakeTimer {
        let timer = WakeTimer(context.scheduler, name: callerName(name)) { [weak self] now in
            guard let self, !self.hasEnded else { return }
            work(self, now)
        }
        callers.withLock { _ = $0.add(stop: timer.cancel) }
        return timer
    }

    /// Calls when there is something to read, or an end to see. The handler should read until
    /// nothing is left.
    ///
    /// - Returns: what stops it before the driver ends, for a connection that comes and goes.
    @discardableResult
    package func watch(
        _ descriptor: FileDescriptor, name: String? = nil,
        _ work: @escaping @Sendable (DriverShell) -> Void
    ) -> any Cancellable {
        watch([descriptor.number], of: descriptor, name: name) { shell, _ in work(shell) }
    }

    /// The same for several, with a handler that says what comes next, such as a rest from a peer that says too much.
    package func watch(
        pacing descriptors: [FileDescriptor], name: String? = nil,
        _ work: @escaping @Sendable (DriverShell, Int) -> ReadSource.Next
    ) {
        _ = add(
            ReadSource(
                watching: descriptors.map(\.number), of: descriptors, name: callerName(name)
            ) { [weak self] index in
                guard let self, !self.hasEnded else { return .end }
                return work(self, index)
            })
    }

    /// The same for several descriptors, which `owner` keeps open. `work` gets the index of one.
    @discardableResult
    package func watch(
        _ descriptors: [Int32], of owner: any Sendable, name: String? = nil,
        _ work: @escaping @Sendable (DriverShell, Int) -> Void
    ) -> any Cancellable {
        let source = ReadSource(descriptors, of: owner, name: callerName(name)) {
            [weak self] index in
            guard let self, !self.hasEnded else { return }
            work(self, index)
        }
        let key = add(source)
        return WatchedReader { [weak self] in
            source.cancel()
            self?.callers.withLock { $0.remove(key) }
        }
    }

    private func add(_ source: ReadSource) -> Int {
        if !source.hasThread {
            fail(DeviceError(.busy, "no thread is left for it (ulimit -u, TasksMax=)"))
        }
        return callers.withLock { $0.add(stop: source.cancel) { source.cancelAndWait() } }
    }

    /// Calls with each command, on its sender's thread: `work` must not wait for anything.
    package func receive<Command>(
        _ port: Port<Command>, _ work: @escaping @Sendable (DriverShell, Leased<Command>) -> Void
    ) {
        let sink = context.sink(port)
        sink.attach { [weak self] command in
            guard let self, !self.hasEnded else { return }
            work(self, command)
        }
        callers.withLock { _ = $0.add(stop: sink.detach) }
    }

    private func callerName(_ name: String?) -> String {
        name.map { "\(context.name).\($0)" } ?? context.name
    }
}

/// Stops a reader that a driver needs no more.
private struct WatchedReader: Cancellable {
    let stop: @Sendable () -> Void

    func cancel() { stop() }
}
