// What Dispatch takes for timers that do nothing, each on a serial queue of its own: the least that so many policies can take.
// Usage: timer-bench COUNT MILLISECONDS SECONDS; prints how much of a core it was, in percent.

import Dispatch
import Glibc

let words = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard words.count == 3 else { exit(2) }
let (count, milliseconds, seconds) = (words[0], words[1], words[2])

/// The time of a processor that this process has used, in seconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// In a function: what stands outside of one belongs to the main thread, and Dispatch calls it on another.
func timer(_ number: Int, milliseconds: Int) -> any DispatchSourceTimer {
    let queue = DispatchQueue(label: "timer.\(number)", qos: .userInitiated)
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    timer.schedule(
        deadline: .now(), repeating: .milliseconds(milliseconds), leeway: .nanoseconds(0))
    timer.setEventHandler {}
    timer.activate()
    return timer
}

let timers = (0..<count).map { timer($0, milliseconds: milliseconds) }
sleep(2)
let before = processorTime()
sleep(UInt32(seconds))
print(100 * (processorTime() - before) / Double(seconds))
withExtendedLifetime(timers) {}
