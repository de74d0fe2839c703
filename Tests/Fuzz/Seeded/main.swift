import Core
import FuzzTargets
import Glibc
import Values

/// fuzz JOURNAL SEED INPUTS [TARGET [FROM]]: see script/fuzz.
///
/// Reads INPUTS damaged inputs with every target, or with one from number FROM on. With 0 inputs
/// it prints the one with the number FROM instead, as hexadecimal bytes.
///
/// fuzz --seeds TARGET DIRECTORY: writes the sound inputs of a target, a file each.
func fuzz(_ words: [String]) -> Int32 {
    if words.first == "--seeds" { return writeSeeds(Array(words.dropFirst())) }
    guard words.count >= 3, let seed = UInt64(words[1]), let count = UInt64(words[2]) else {
        print("usage: script/fuzz")
        return 2
    }
    let name = words.dropFirst(3).first
    let from = words.dropFirst(4).first.flatMap { UInt64($0) } ?? 0
    let targets = allFuzzTargets.filter { name == nil || $0.name == name }
    guard !targets.isEmpty else {
        print("targets: \(allFuzzTargets.map(\.name).joined(separator: " "))")
        return 2
    }
    if count == 0 {
        for target in targets { print(hex(Mutator(target: target, seed: seed).input(from))) }
        return 0
    }
    let fraction = max(1, count / UInt64(targets.count))
    var isClean = true
    for target in targets {
        isClean = report(target, seed, from..<(from + fraction), fuzzLog: words[0]) && isClean
    }
    print("resident at the end: \(residentKilobytes() / 1024) MB")
    return isClean ? 0 : 1
}

/// Runs one target and prints its line; false if it found something.
private func report(
    _ target: FuzzTarget, _ seed: UInt64, _ numbers: Range<UInt64>, fuzzLog: String
) -> Bool {
    // The line is there before the run, for the one that does not come back.
    print(target.name, terminator: ": ")
    fflush(nil)
    do {
        let result = try FuzzRun(target: target, seed: seed, numbers: numbers)
            .run(FuzzLog(path: fuzzLog))
        let count = Double(numbers.count)
        print(
            "\(numbers.count) inputs, \(shortText(of: (count / result.seconds).rounded()))/s, "
                + "\(fixedText(of: Double(result.taken) / count * 100, decimals: 1)) % taken, "
                + "slowest \(text(of: .seconds(result.maxSeconds))), "
                + "grew \(result.grownKilobytes) kB")
        return true
    } catch {
        print("FOUND \(error)")
        return false
    }
}

private func writeSeeds(_ words: [String]) -> Int32 {
    guard words.count == 2, let target = allFuzzTargets.first(where: { $0.name == words[0] })
    else { return fuzz(["", "", "0", "?"]) }
    for (number, seed) in target.seeds.enumerated() {
        let path = "\(words[1])/seed\(number)"
        guard let file = fopen(path, "w") else { return 1 }
        let written = fwrite(seed, 1, seed.count, file)
        guard fclose(file) == 0, written == seed.count else { return 1 }
    }
    return 0
}

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}

exit(fuzz(Array(CommandLine.arguments.dropFirst())))
