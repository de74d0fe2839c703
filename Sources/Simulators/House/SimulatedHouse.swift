import Core
import LinuxIO
import Synchronization
import Values

/// A house behind a tree of files like `/sys`: light, temperature, a bolt with its servo and its
/// contact. The drivers under test read and write the files and see no difference.
package final class SimulatedHouse: Sendable {
    private struct State {
        var model: HouseModel
        var signal = PWMSignal()
        var lastTick: Instant
        var shown: Shown?
        /// What the house itself wrote last into files that others may write; `nil` before, and when
        /// nobody knows what they hold.
        var writtenLight: Int?
        var writtenMilliCelsius: Int?
        var error: IOError?
        var timer: (any Cancellable)?
    }

    /// What the files say, to write only what changes.
    private struct Shown: Equatable {
        let lightRaw: Int
        let thermometer: String
        let isLatchActive: Bool
        let isFlapActive: Bool
    }

    let tree: SimulatedSysfs
    private let state: Mutex<State>

    /// Builds the tree below `root` and lets time pass in it, in steps of `options.tick`.
    package init(
        sysfs root: String, scheduler: any Scheduler, options: HouseOptions = HouseOptions()
    ) throws(IOError) {
        tree = try SimulatedSysfs(root: root, options)
        state = Mutex(State(model: HouseModel(options), lastTick: scheduler.now))
        try showAll()
        let timer = scheduler.every(options.tick, name: "house") { [weak self] tick in
            self?.advance(to: tick.now)
        }
        state.withLock { $0.timer = timer }
    }

    /// What is really so, for a picture of the house.
    package var truth: HouseGroundTruth {
        state.withLock { $0.model.truth }
    }

    /// Breaks things, and mends them again. Takes effect at the next tick.
    package func injectFaults(_ change: (inout HouseFaults) -> Void) {
        state.withLock { change(&$0.model.faults) }
    }

    /// Why the files could not be written at the last tick, if so: a full disk, a removed tree.
    package var error: IOError? {
        state.withLock { $0.error }
    }

    /// Stops time. The files stay as they are.
    package func stop() {
        let timer = state.withLock { state in
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    deinit {
        stop()
    }

    private func advance(to now: Instant) {
        state.withLock { state in
            let time = now - state.lastTick
            state.lastTick = now
            state.signal = tree.signal?.completed(by: state.signal) ?? PWMSignal()
            if let bits = tree.resolutionBits { state.model.resolutionBits = bits }
            state.model.airCelsius = somebodysAir(besides: state.writtenMilliCelsius)
            state.model.advance(by: time, pulseMicroseconds: state.signal.pulseMicroseconds)
        }
        do throws(IOError) {
            try tree.serveExports()
            try showAll()
            state.withLock { $0.error = nil }
        } catch {
            state.withLock { state in
                state.error = error
                // Nobody knows what the files say now: write all of them at the next tick.
                state.shown = nil
                state.writtenLight = nil
                state.writtenMilliCelsius = nil
            }
        }
    }

    private func showAll() throws(IOError) {
        let (next, before) = state.withLock { state in
            let next = Shown(
                lightRaw: state.model.lightRaw, thermometer: state.model.thermometerText,
                isLatchActive: state.model.truth.isLatchContactClosed != tree.isLatchActiveLow,
                isFlapActive: !state.model.faults.isFlapReversed)
            defer { state.shown = next }
            return (next, state.shown)
        }
        if next.lightRaw != before?.lightRaw { try showLight(next.lightRaw) }
        if next.thermometer != before?.thermometer { try showThermometer(next.thermometer) }
        if next.isLatchActive != before?.isLatchActive {
            try tree.showLatchContact(isActive: next.isLatchActive)
        }
        // Nobody lives in the house: the flap is shut, and tests that want it open write its file.
        if let before, next.isFlapActive != before.isFlapActive {
            try tree.showFlapContact(isActive: next.isFlapActive)
        }
    }

    // MARK: What others write

    /// The air that somebody has written into `temperature`; `nil` while that has what the house wrote.
    private func somebodysAir(besides written: Int?) -> Double? {
        guard let written, let found = tree.milliCelsius, found != written else { return nil }
        return Double(found) / 1000
    }

    private func showThermometer(_ text: String) throws(IOError) {
        let own = state.withLock { state -> Int? in
            guard state.model.airCelsius == nil else { return nil }
            state.writtenMilliCelsius = state.model.milliCelsius
            return state.writtenMilliCelsius
        }
        try tree.showThermometer(text, milliCelsius: own)
    }

    private func showLight(_ raw: Int) throws(IOError) {
        let written = state.withLock { $0.writtenLight }
        if let written, try tree.hasOtherLight(than: written) { return }
        try tree.showLight(raw)
        state.withLock { $0.writtenLight = raw }
    }
}
