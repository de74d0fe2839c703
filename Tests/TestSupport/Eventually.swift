import Core
import Glibc
import Values

/// Waits until something is so that another thread or the kernel brings about, at most `limit`.
///
/// For tests where threads are real. It returns as soon as the condition holds, so a test that
/// passes never waits longer than the thing itself takes. It looks `every` so often: seldom where a
/// look has a price. With `lessAndLess` it looks each 0.1 s in the end.
package func eventually(
    within limit: Duration = .seconds(10), every pause: Duration = .milliseconds(2),
    lessAndLess: Bool = false, _ condition: () throws -> Bool
) rethrows -> Bool {
    let clock = DispatchScheduler()
    let began = clock.now
    let deadline = began + limit * slowness
    while clock.now < deadline {
        if try condition() { return true }
        let longest = lessAndLess ? min((clock.now - began) / 20, .milliseconds(100)) : .zero
        usleep(useconds_t(max(pause, longest) / .microseconds(1)))
    }
    return try condition()
}

/// Gives the kernel time for work that it tells nobody the end of.
package func letTheKernelWork(for time: Duration) {
    usleep(useconds_t(time / .microseconds(1)))
}

/// How much longer a machine needs that is emulated; script/test-arm64 says so.
private let slowness = getenv("ROOST_SLOWNESS").flatMap { Int(String(cString: $0)) } ?? 1
