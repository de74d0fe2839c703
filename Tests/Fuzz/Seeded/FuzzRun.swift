import Core
import FuzzTargets
import Glibc

/// Feeds one target, and measures.
struct FuzzRun {
    /// More than any input takes on a slow Pi; then the process ends by SIGALRM.
    private static let timeoutSeconds: UInt32 = 60
    private static let roundSize: UInt64 = 256

    let target: FuzzTarget
    let seed: UInt64
    let numbers: Range<UInt64>

    struct Result {
        var taken = 0
        var bytes = 0
        var maxSeconds = 0.0
        var seconds = 0.0
        var grownKilobytes = 0
    }

    /// - Throws: what was found, with the number of its input.
    func run(_ fuzzLog: FuzzLog) throws -> Result {
        let mutator = Mutator(target: target, seed: seed)
        var result = Result()
        let began = now()
        // Buffers, caches and the allocator's pools fill up first: growth counts after that.
        let warm = numbers.lowerBound + (numbers.upperBound - numbers.lowerBound) / 5
        var before = residentKilobytes()
        for number in numbers {
            if number % Self.roundSize == 0 { alarm(Self.timeoutSeconds) }
            if number == warm { before = residentKilobytes() }
            fuzzLog.note(number)
            let input = mutator.input(number)
            let start = now()
            do {
                if try target.read(input) { result.taken += 1 }
            } catch {
                throw FuzzFinding("input \(number): \(error)")
            }
            result.maxSeconds = max(result.maxSeconds, now() - start)
            result.bytes += input.count
        }
        alarm(0)
        try FuzzFinding.unless(result.taken > 0, "nothing was taken for sound: are its seeds?")
        result.seconds = now() - began
        result.grownKilobytes = residentKilobytes() - before
        return result
    }

    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// What the process has in memory, from `/proc/self/statm` (proc(5)).
func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = fread(&bytes, 1, bytes.count, file)
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    let pages = words.dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE)) / 1024
}
