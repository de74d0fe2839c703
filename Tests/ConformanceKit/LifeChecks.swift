import Core
import Glibc
import Settings
import TestSupport
import Values

/// Two drivers at one chip of a bus are refused: what one sets up would disturb what the other reads.
func checkClaimedOnce(_ kind: RigKind) throws {
    let plugin = kind.plugins.first { $0.name == kind.driver }
    let settings = plugin.map { DriverKind($0).settings } ?? []
    guard settings.contains(where: { ["i2c", "spi"].contains($0.key) }) else { return }
    let rig = try kind.make(FastScheduler())
    _ = try kind.read(kind.configuration(rig))
    guard (try? kind.read(kind.configuration(rig, ["device", "other"]))) == nil else {
        throw CheckFailure("roost check lets two drivers have one chip: is it in `claims`?")
    }
}

/// One that was stopped can be started again, in the same process.
func checkRestart(_ kind: RigKind) throws {
    let rig = try kind.make(FastScheduler())
    for _ in 0..<3 {
        let harness = try ConformanceHarness.running(kind, rig)
        guard try harness.stop() else { throw CheckFailure("does not become safe") }
    }
}

/// `roost park` works twice, after a clean stop, with nothing there, and whatever the device says;
/// and one that does not answer keeps no other from being parked.
func checkMakeSafeTwice(_ kind: RigKind) throws {
    let rig = try kind.make(FastScheduler())
    let harness = try ConformanceHarness.running(kind, rig)
    try harness.stop()
    for condition in [Condition.well, .absent, .garbage, .stuck]
    where kind.impossible[condition] == nil {
        try rig.become(condition)
        for _ in 0..<2 { try checkParking(rig, harness, condition) }
    }
    try rig.become(.well)
    try harness.park().forEach { throw CheckFailure("cannot be parked: \($0)") }
    guard rig.isSafe else { throw CheckFailure("is parked, and the device is not safe") }
}

private func checkParking(
    _ rig: any DeviceRig, _ harness: ConformanceHarness, _ condition: Condition
) throws {
    let said = try harness.park()
    let isRight =
        switch condition {
        case .garbage: true
        // What does not need to be asked need not answer.
        case .stuck: said.isEmpty ? rig.isSafe : said.allSatisfy { $0.kind == .timeout }
        case .well, .absent, .slow: said.isEmpty
        }
    guard isRight else {
        throw CheckFailure("parked while \(condition.rawValue) it says \(said)")
    }
}

/// Twenty lives leave no thread and no file descriptor behind.
func checkNothingLeft(_ kind: RigKind) throws {
    let rig = try kind.make(FastScheduler())
    let live = { try ConformanceHarness.running(kind, rig).stop() }
    // The first lives make what stays, such as Dispatch's threads.
    for _ in 0..<5 { _ = try live() }
    // Dispatch keeps idle threads for a while, has more of them after a burst, and where timers go on
    // it lets none of them rest. One lost in every second life shows all the same.
    let (descriptors, threads) = (Resources.descriptors, Resources.threads + 8)
    for _ in 0..<20 { _ = try live() }
    let isClean = eventually(within: .seconds(8), every: .milliseconds(20)) {
        Resources.descriptors <= descriptors && Resources.threads <= threads
    }
    guard isClean else {
        throw CheckFailure(
            "after 20 lives \(Resources.descriptors) file descriptors, there were "
                + "\(descriptors); \(Resources.threads) threads, there were \(threads - 8)")
    }
}

/// Some ten thousand samples (or commands) more allocate nothing that stays.
func checkNoGrowth(_ kind: RigKind) throws {
    let clock = ManualScheduler(now: Instant(nanoseconds: 1_000_000_000_000))
    let rig = try kind.make(clock)
    let harness = try ConformanceHarness(kind, rig, clock: clock)
    try harness.start()
    try exchange(5_000, rig, harness, clock)
    let before = Resources.heapBytesAtRest()
    let count = trials(30_000, thorough: 100_000)
    try exchange(UInt64(count), rig, harness, clock)
    let growth = Resources.heapBytesAtRest() - before
    // The least that can be lost is 32 bytes, so this finds one lost with every 16th sample, and thorough with
    // every 32nd. Up to 40,000 were seen to be the allocator's and Dispatch's own.
    guard growth < trials(60_000, thorough: 100_000) else {
        throw CheckFailure("\(growth) bytes more after \(count) samples more")
    }
}

/// Lets time go on until so many samples more were given.
private func exchange(
    _ count: UInt64, _ rig: any DeviceRig, _ harness: ConformanceHarness, _ clock: ManualScheduler
) throws {
    let goal = rig.exchanges(harness.connections) + count
    var latest = rig.exchanges(harness.connections)
    var spins = 0
    while latest < goal {
        try rig.advanceWorld(harness.connections, at: clock.now)
        clock.advance(by: rig.period)
        // Readers have threads of their own: give them a moment before time goes on.
        var timeout = 2000
        while rig.exchanges(harness.connections) == latest, timeout > 0 {
            sched_yield()
            timeout -= 1
        }
        let now = rig.exchanges(harness.connections)
        spins = now == latest ? spins + 1 : 0
        guard spins < 10_000 else {
            throw CheckFailure("stands still after \(count - (goal - latest)) samples")
        }
        latest = now
    }
}
