import Core
import Devices
import Glibc

/// Waits until something is so that another thread or the kernel brings about, at most `limit`.
///
/// For tests where threads are real. It returns as soon as the condition holds, so a test that
/// passes hardly waits longer than the thing itself takes. It looks `every` so often: seldom where a
/// look has a price. What takes long is looked at less often, each 0.1 s at least: tests that wait
/// take no processor from those that fly.
package func eventually(
    within limit: Duration = .seconds(10), every pause: Duration = .milliseconds(2),
    _ condition: () throws -> Bool
) rethrows -> Bool {
    let clock = DispatchScheduler()
    let began = clock.now
    let deadline = began + limit * slowness
    while clock.now < deadline {
        if try condition() { return true }
        let pause = max(pause, min((clock.now - began) / 20, .milliseconds(100)))
        usleep(useconds_t(pause / .microseconds(1)))
    }
    return try condition()
}

/// Gives the kernel time for work that it tells nobody the end of.
package func letTheKernelWork(for time: Duration) {
    usleep(useconds_t(time / .microseconds(1)))
}

/// How much longer a machine needs that is emulated; script/test-arm64 says so.
private let slowness = getenv("ROOST_SLOWNESS").flatMap { Int(String(cString: $0)) } ?? 1
